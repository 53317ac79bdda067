"""Classes that are only called by their own names: their functions are functions of the tree as any other."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from migrate.model.nodes import nodes_of

from .bindings import parameters, walk_scope


def renamed(module: ast.Module) -> Mapping[str, ast.expr]:
    """What a module gives names of its own, as in `scope = other.scope`: once, at its top, for good."""
    stored = Counter(name for node in nodes_of(module) for name in _stored(node))
    return {
        node.targets[0].id: node.value
        for node in module.body
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.value, ast.Attribute)
        if isinstance(node.targets[0], ast.Name) and stored[node.targets[0].id] == 1
    }


def _stored(node: ast.AST) -> Iterator[str]:
    """The names that a node gives something, in whatever scope."""
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, ast.alias):
        yield node.asname or node.name.partition(".")[0]
    elif isinstance(node, ast.Global):
        yield from node.names


def function_in(lineage: Sequence[ast.ClassDef], name: str) -> ast.FunctionDef | None:
    """The function that a class has under a name, its own or an inherited one, for calls without an object.

    `lineage` is the class and those above it. `None` where another function might be meant.
    """
    plain = all(not one.decorator_list and not one.keywords and len(one.bases) < 2 for one in lineage)
    bound = next((found for one in lineage if (found := list(_bound(one, name)))), [])
    function = bound[0] if plain and len(bound) == 1 else None
    if not isinstance(function, ast.FunctionDef) or not _needs_no_object(function):
        return None
    uses = {node.id for node in nodes_of(function) if isinstance(node, ast.Name)}
    return None if uses & {"super", "__class__"} else function


def given_parameters(function: ast.FunctionDef) -> list[str]:
    """The parameters that a call gives values: without the class of a class method."""
    names = parameters(function)
    return names[1:] if "classmethod" in _decorators(function) else names


def assigned_attributes(module: ast.Module) -> Iterator[str]:
    """The names of attributes that something in a module sets: a function that it has may be replaced."""
    for node in nodes_of(module):
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            yield node.attr


def _bound(owner: ast.ClassDef, name: str) -> Iterator[ast.AST]:
    """The nodes of a class's own scope that give something a name."""
    for statement in owner.body:
        for node in walk_scope(statement):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                given = node.name
            else:
                given = node.id if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load) else ""
            if given == name:
                yield node


def _needs_no_object(function: ast.FunctionDef) -> bool:
    decorators = _decorators(function)
    if decorators == []:
        return parameters(function)[:1] != ["self"]
    return decorators in (["staticmethod"], ["classmethod"])


def _decorators(function: ast.FunctionDef) -> list[str]:
    return [ast.unparse(one) for one in function.decorator_list]
