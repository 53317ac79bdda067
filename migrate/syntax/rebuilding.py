"""Expressions and statements with some of their inner nodes changed."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import TypeVar

_Node = TypeVar("_Node", bound=ast.AST)


def rebuilt(node: _Node, change: Callable[[ast.AST], ast.AST | None]) -> _Node:
    """`node` with what `change` gives in the place of each inner node for which it gives something.

    Nothing is changed in place: what holds a changed node is new, and all else is shared with the original,
    so that what is known of its nodes goes on to hold.
    """
    changed = change(node)
    if changed is not None:
        return changed  # type: ignore[return-value]
    fields = {name: _rebuilt_field(value, change) for name, value in ast.iter_fields(node)}
    if all(fields[name] is value for name, value in ast.iter_fields(node)):
        return node
    return ast.copy_location(type(node)(**fields), node)


def _rebuilt_field(value: object, change: Callable[[ast.AST], ast.AST | None]) -> object:
    if isinstance(value, ast.AST):
        return rebuilt(value, change)
    if isinstance(value, list):
        elements = [_rebuilt_field(element, change) for element in value]
        same = all(one is other for one, other in zip(elements, value, strict=True))
        return value if same else elements
    return value


def template(
    node: ast.expr, is_kept: Callable[[ast.AST], bool], prefix: str
) -> tuple[str, Mapping[str, ast.AST]]:
    """The text of an expression, with a hole for each of its largest parts that are kept, and these parts."""
    parts: dict[str, ast.AST] = {}
    marks: dict[str, str] = {}

    def hole(inner: ast.AST) -> ast.AST | None:
        if not (isinstance(inner, ast.expr) and is_kept(inner)):
            return None
        name = f"{prefix}{len(parts)}"
        parts[name] = inner
        mark = f"__{name}__"
        marks[mark] = f"{{{name}}}"
        return ast.Name(mark, ast.Load())

    text = ast.unparse(rebuilt(node, hole)).replace("{", "{{").replace("}", "}}")
    for mark, written in marks.items():
        text = text.replace(mark, written)
    return text, parts
