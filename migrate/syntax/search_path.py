"""The folders that a module puts on `sys.path`, as far as its text says them."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from migrate.model.nodes import last_name, nodes_of
from migrate.model.source import Module

_DEEPEST = 16  # a name that stands for itself ends there
_THE_SAME = frozenset({"abspath", "realpath", "normpath", "resolve", "absolute", "str", "Path", "fspath"})


def folders_on_path(module: Module) -> tuple[Path, ...]:
    """The folders that a module adds to `sys.path`, in the order of its text.

    One that is relative is seen from the module's own folder: there its program is started.
    """
    paths, folder = _Paths(module), module.path.resolve().parent
    found = (paths.of(node) for node in _added(module.tree))
    return tuple(Path(os.path.normpath(folder / one)) for one in found if one is not None)


def _added(tree: ast.Module) -> Iterator[ast.expr]:
    for node in nodes_of(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            if node.func.attr in ("append", "insert") and _is_search_path(node.func.value):
                yield node.args[-1]
            elif node.func.attr == "extend" and _is_search_path(node.func.value):
                yield from getattr(node.args[0], "elts", ())
        elif isinstance(node, ast.AugAssign) and _is_search_path(node.target):
            yield from getattr(node.value, "elts", ())


def _is_search_path(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "path" and ast.unparse(node.value) == "sys"


class _Paths:
    """What expressions of a module give, as paths: those that its text says."""

    def __init__(self, module: Module) -> None:
        self._file = str(module.path.resolve())
        self._names = {
            node.targets[0].id: node.value
            for node in module.tree.body
            if isinstance(node, ast.Assign)
            and len(node.targets) == 1
            and isinstance(node.targets[0], ast.Name)
        }

    def of(self, node: ast.expr | None, depth: int = 0) -> str | None:
        """The path that an expression gives; None where it is not known."""
        if node is None or depth > _DEEPEST:
            return None
        if isinstance(node, ast.Constant):
            return node.value if isinstance(node.value, str) else None
        if isinstance(node, ast.Name):
            return self._file if node.id == "__file__" else self.of(self._names.get(node.id), depth + 1)
        if isinstance(node, ast.Attribute) and node.attr == "parent":
            return self._joined("dirname", [node.value], depth)
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Div)):
            function = "join" if isinstance(node.op, ast.Div) else ""
            return self._joined(function, [node.left, node.right], depth)
        if isinstance(node, ast.Call):
            name = last_name(node.func)
            itself = [node.func.value] if isinstance(node.func, ast.Attribute) and not node.args else []
            return self._joined(name, [*itself, *node.args], depth)
        return None

    def _joined(self, function: str, parts: Sequence[ast.expr], depth: int) -> str | None:
        if function == "getcwd":
            return os.path.dirname(self._file)
        found = [one for one in (self.of(part, depth + 1) for part in parts) if one is not None]
        if not found or len(found) < len(parts):
            return None
        if function == "dirname":
            return os.path.dirname(found[0])
        if function == "join":
            return os.path.join(*found)
        return "".join(found) if function in ("", *_THE_SAME) else None
