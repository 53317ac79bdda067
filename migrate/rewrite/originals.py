"""What stands in a file for a node that no edit changes."""

from __future__ import annotations

import ast
import functools
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import libcst as cst


class Originals:
    """The LibCST nodes of a file, by those `ast` nodes that are not `holding` an edit."""

    def __init__(
        self, module: cst.Module, nodes: Mapping[cst.CSTNode, ast.AST], holding: Collection[ast.AST]
    ) -> None:
        self._module, self._nodes, self._holding = module, nodes, holding

    def of(self, node: ast.AST) -> Any:
        """What stands for a node: for a simple statement, a line; `None` where an edit is made in it."""
        return None if node in self._holding else self._lines.get(node, self._concrete.get(node))

    @functools.cached_property
    def _concrete(self) -> dict[ast.AST, Any]:
        found: dict[ast.AST, Any] = {}
        for concrete, node in self._nodes.items():
            found[node] = as_line(concrete) if isinstance(concrete, cst.BaseSmallStatement) else concrete
        return found

    @functools.cached_property
    def _lines(self) -> dict[ast.AST, cst.SimpleStatementLine]:
        found: dict[ast.AST, cst.SimpleStatementLine] = {}
        for line in _lines_in(self._module):
            for small, own in zip(line.body, one_each(line), strict=True):
                found[self._nodes[small]] = own
        return found


def _lines_in(part: Any) -> Iterator[cst.SimpleStatementLine]:
    """The lines of simple statements in a module, a block, a statement or a branch, without expressions."""
    if isinstance(part, cst.SimpleStatementLine):
        yield part
        return
    for name in ("body", "handlers", "cases", "orelse", "finalbody"):
        inside = getattr(part, name, None)
        for one in inside if isinstance(inside, (list, tuple)) else [inside] if inside is not None else ():
            yield from _lines_in(one)


def one_each(line: cst.SimpleStatementLine) -> list[cst.SimpleStatementLine]:
    """A line for each of the statements on `line`, with its comments above the first and beside the last."""
    if len(line.body) == 1:
        return [line]
    lines = [as_line(small) for small in line.body]
    lines[0] = lines[0].with_changes(leading_lines=line.leading_lines)
    lines[-1] = lines[-1].with_changes(trailing_whitespace=line.trailing_whitespace)
    return lines


def as_line(small: cst.BaseSmallStatement) -> cst.SimpleStatementLine:
    """A simple statement on a line of its own."""
    return cst.SimpleStatementLine([small.with_changes(semicolon=cst.MaybeSentinel.DEFAULT)])
