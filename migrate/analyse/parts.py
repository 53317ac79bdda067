"""Names of a function for parts of what others hold: to change `row` of `for row in rows` changes `rows`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.bindings import Bindings
from migrate.model.nodes import nodes_of

from .bindings import parameters
from .names import mutations


def changes(bindings: Bindings, function: ast.FunctionDef) -> Iterator[tuple[str, ast.AST]]:
    """The names that a function changes in place, and where: its arguments and attributes by any name."""
    held = holders(function)
    for name, node in mutations(bindings, function):
        yield name, node
        yield from ((holder, node) for holder in sorted(held.get(name, set()) - {name}))


def holders(function: ast.FunctionDef) -> dict[str, set[str]]:
    """The arguments and attributes that hold what the names of a function stand for."""
    names = [node for node in nodes_of(function) if isinstance(node, ast.Name)]
    stored = {node.id for node in names if not isinstance(node.ctx, ast.Load)}
    roots = {*parameters(function), *(node.id for node in names if node.id.startswith("self."))}
    found = {name: {name} for name in roots - stored}
    given = list(_given(function))
    while True:
        count = sum(map(len, found.values()))
        for targets, values in given:
            held = {one for name in values for one in found.get(name, ())}
            for name in targets if held else ():
                found.setdefault(name, set()).update(held)
        if sum(map(len, found.values())) == count:
            return found


def _given(function: ast.FunctionDef) -> Iterator[tuple[set[str], set[str]]]:
    """The names that a function gives values, and those that may hold these."""
    for node in nodes_of(function):
        if isinstance(node, (ast.For, ast.comprehension)):
            yield _stored(node.target), {one.id for one in nodes_of(node.iter) if isinstance(one, ast.Name)}
        elif isinstance(node, ast.Assign):
            yield {name for target in node.targets for name in _stored(target)}, set(_held_by(node.value))


def _stored(target: ast.expr) -> set[str]:
    names = (node for node in nodes_of(target) if isinstance(node, ast.Name))
    return {name.id for name in names if not isinstance(name.ctx, ast.Load)}


def _held_by(value: ast.expr) -> Iterator[str]:
    """The names of what an expression is, or is a part of; calls and new lists give something new."""
    if isinstance(value, ast.Name):
        yield value.id
    elif isinstance(value, (ast.Attribute, ast.Subscript, ast.Starred)):
        yield from _held_by(value.value)
    elif isinstance(value, ast.IfExp):
        yield from (*_held_by(value.body), *_held_by(value.orelse))
    elif isinstance(value, ast.BoolOp):
        for one in value.values:
            yield from _held_by(one)
