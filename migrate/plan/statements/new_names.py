"""New names that clash with nothing in some modules."""

from __future__ import annotations

import ast
import weakref

from migrate.model.nodes import nodes_of


class Names:
    """The names taken in some modules; each new one is taken as well."""

    def __init__(self, *trees: ast.Module) -> None:
        self._taken = set[str]().union(*map(_used_in, trees))

    def has(self, name: str) -> bool:
        """Whether a module uses the name."""
        return name in self._taken

    def new(self, wanted: str) -> str:
        """`wanted`, or `wanted_2`, `wanted_3` … where it is taken."""
        name, count = wanted, 1
        while name in self._taken:
            count += 1
            name = f"{wanted}_{count}"
        self._taken.add(name)
        return name


def _used_in(tree: ast.Module) -> frozenset[str]:
    """The names that a module uses."""
    if tree not in _USED:
        _USED[tree] = frozenset(name for node in nodes_of(tree) for name in _used_at(node))
    return _USED[tree]


# The names of each module, for as long as its tree lives: each plan of each part of a unit asks for them.
_USED: weakref.WeakKeyDictionary[ast.Module, frozenset[str]] = weakref.WeakKeyDictionary()


def _used_at(node: ast.AST) -> tuple[str, ...]:
    if isinstance(node, ast.Name):
        return node.id, node.id.removeprefix("self.")  # attributes of an object driver
    if isinstance(node, ast.arg):
        return (node.arg,)
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler)):
        return (node.name,) if node.name is not None else ()
    if isinstance(node, ast.alias):
        return ((node.asname or node.name).partition(".")[0],)
    return ()
