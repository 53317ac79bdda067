"""Imports from the future, which Python 2 took behind several strings, and Python 3 takes behind one."""

from __future__ import annotations

import ast
from itertools import takewhile

from .text import Text


def are_late(tree: ast.Module) -> bool:
    """Whether several strings stand in front of such imports."""
    strings, imports = _beginning(tree)
    return len(strings) > 1 and bool(imports)


def first(module: Text) -> Text:
    """The text with all these strings but the first behind the imports, each line as it was."""
    if not are_late(module.tree):
        return module
    strings, imports = _beginning(module.tree)
    body, data = module.tree.body, module.data
    begin, middle = module.line_start(strings[1].lineno), module.line_start(imports[0].lineno)
    is_last = len(strings) + len(imports) == len(body)
    end = len(data) if is_last else module.line_start((imports[-1].end_lineno or 0) + 1)
    shares_a_line = strings[0].end_lineno == strings[1].lineno or strings[-1].end_lineno == imports[0].lineno
    if shares_a_line or not data[:end].endswith(b"\n"):
        return module
    swapped = data[:begin] + data[middle:end] + data[begin:middle] + data[end:]
    return Text(swapped.decode("utf-8", "surrogatepass"))


def _beginning(tree: ast.Module) -> tuple[list[ast.stmt], list[ast.stmt]]:
    """The strings that a module begins with, and the imports from the future behind them."""
    strings = list(takewhile(_is_string, tree.body))
    return strings, list(takewhile(_is_future, tree.body[len(strings) :]))


def _is_string(node: ast.stmt) -> bool:
    value = node.value if isinstance(node, ast.Expr) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__" and not node.level
