"""Texts that a program puts together: what is written of them, and the expressions in between."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import TypeAlias

Pieces: TypeAlias = "Sequence[str | ast.expr]"

_PLACES = re.compile(r"%[dis]")


def is_text(node: ast.expr | None) -> bool:
    """Whether an expression surely gives a text, by how it is written."""
    if isinstance(node, ast.BinOp):
        return is_text(node.left)
    if isinstance(node, ast.Call):
        return (
            isinstance(node.func, ast.Attribute) and node.func.attr == "format" and is_text(node.func.value)
        )
    return isinstance(node, ast.JoinedStr) or isinstance(node, ast.Constant) and isinstance(node.value, str)


def pieces_of(node: ast.expr) -> Pieces | None:
    """The pieces of a text, as far as its expression tells; `None` if it formats in another way."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return _joined(node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        known = pieces_of(node.left)
        return None if known is None else [*known, *(pieces_of(node.right) or [node.right])]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant):
        given = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
        return _filled(_PLACES.split(str(node.left.value)), given)
    if not isinstance(node, ast.Call) or node.keywords:
        return None
    if isinstance(node.func, ast.Name) and node.func.id == "str" and len(node.args) == 1:
        return node.args
    is_format = isinstance(node.func, ast.Attribute) and node.func.attr == "format"
    template = node.func.value if is_format and isinstance(node.func, ast.Attribute) else None
    return _filled(str(template.value).split("{}"), node.args) if isinstance(template, ast.Constant) else None


def _joined(values: Sequence[ast.expr]) -> Pieces | None:
    found: list[str | ast.expr] = []
    for value in values:
        if isinstance(value, ast.FormattedValue):
            if value.conversion != -1 or value.format_spec is not None:
                return None
            found.append(value.value)
            continue
        inner = pieces_of(value)
        if inner is None:
            return None
        found.extend(inner)
    return found


def _filled(texts: Sequence[str], given: Sequence[ast.expr]) -> Pieces | None:
    """Texts with an expression between each two of them."""
    is_plain = not any("%" in text or "{" in text or "}" in text for text in texts)
    if len(texts) != len(given) + 1 or not is_plain or any(isinstance(one, ast.Starred) for one in given):
        return None
    return [texts[0], *(one for pair in zip(given, texts[1:], strict=True) for one in pair)]
