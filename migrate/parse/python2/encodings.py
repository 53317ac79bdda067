"""`reload(sys)` and `sys.setdefaultencoding('utf-8')`, which do by hand what Python 3 does."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .text import Splice, Text


def splices(text: Text) -> Iterator[Splice]:
    """Takes them out: the default encoding is UTF-8."""
    for node in text.nodes:
        if isinstance(node, ast.Expr) and node.lineno not in text.guarded and _is_of_encoding(node.value):
            yield _without(text, node)


def _without(text: Text, node: ast.Expr) -> Splice:
    """Takes out a statement with its line, at the level of the module; elsewhere `pass` stands for it."""
    start, end = text.start(node), text.end(node)
    after = text.data.find(b"\n", end)
    is_alone = start == text.line_start(node.lineno) and after >= 0 and not text.data[end:after].strip()
    return (
        Splice(start, after + 1, "")
        if is_alone and text.parents[node] is text.tree
        else Splice(start, end, "pass")
    )


def _is_of_encoding(node: ast.expr) -> bool:
    told = ast.unparse(node) if isinstance(node, ast.Call) else ""
    is_utf8 = told.lower().replace("'utf8'", "'utf-8'") == "sys.setdefaultencoding('utf-8')"
    return told in ("reload(sys)", "imp.reload(sys)") or is_utf8
