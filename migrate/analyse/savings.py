"""Savers of objects, used outside of their class: by the block that made the object."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence, Set

from migrate.model.bindings import Bindings
from migrate.model.kinds import Role
from migrate.model.nodes import nodes_of

from .vocabulary import role_of


def savers(modules: Sequence[Bindings], owner: ast.ClassDef) -> frozenset[str]:
    """The attributes of the objects of a class that are savers and nothing else."""
    inside = set(nodes_of(owner))
    made = [
        (target.attr, bindings.tensorflow(node.value.func))
        for bindings in modules
        for node in nodes_of(bindings.module.tree)
        if node in inside and isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
        for target in node.targets
        if isinstance(target, ast.Attribute) and _is_of_self(target)
    ]

    def are_savers(symbols: Sequence[str | None]) -> bool:
        return all(symbol is not None and role_of(symbol) is Role.SAVER for symbol in symbols)

    return frozenset(
        name
        for name, _ in made
        if are_savers([symbol for one, symbol in made if one == name])
        and len(list(_stores(owner, name))) == sum(one == name for one, _ in made)
        and all(_is_of_self(node) for bindings in modules for node in _stores(bindings.module.tree, name))
    )


def savings(home: ast.AST, name: str, names: Set[str], sessions: Set[ast.AST]) -> Iterator[ast.Name]:
    """The sessions by which code under `home` saves and restores what the object `name` has built."""
    for node in nodes_of(home):
        method = node.func if isinstance(node, ast.Call) else None
        saver = method.value if isinstance(method, ast.Attribute) else None
        if not (isinstance(node, ast.Call) and isinstance(saver, ast.Attribute) and saver.attr in names):
            continue
        is_known = isinstance(saver.value, ast.Name) and saver.value.id == name
        if is_known and isinstance(method, ast.Attribute) and method.attr in ("save", "restore"):
            named = [keyword.value for keyword in node.keywords if keyword.arg == "sess"]
            for session in (*node.args[:1], *named):
                if isinstance(session, ast.Name) and session in sessions:
                    yield session


def _is_of_self(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"


def _stores(root: ast.AST, name: str) -> Iterator[ast.Attribute]:
    for node in nodes_of(root):
        if isinstance(node, ast.Attribute) and node.attr == name and not isinstance(node.ctx, ast.Load):
            yield node
