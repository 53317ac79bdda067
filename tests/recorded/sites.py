"""Numbers for the statements and scopes of a program, by which what is recorded is told."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import NamedTuple


class Site(NamedTuple):
    """A statement, or a lambda, which is a statement of its own: where it stands in the text as analysed."""

    path: str
    line: int
    column: int
    is_lambda: bool = False

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


@dataclass(frozen=True)
class ScopeSite:
    """A module, class, function, lambda or comprehension; of a comprehension its `unit` is the one around."""

    path: str
    line: int
    column: int
    kind: str


class Sites:
    """All statements and scopes of the files of a program."""

    def __init__(self) -> None:
        self.statements: list[Site] = []
        self.scopes: list[ScopeSite] = []

    def statement(self, path: str, node: ast.stmt | ast.Lambda) -> int:
        """A number for a statement."""
        self.statements.append(Site(path, node.lineno, node.col_offset, isinstance(node, ast.Lambda)))
        return len(self.statements) - 1

    def scope(self, path: str, node: ast.AST) -> int:
        """A number for a scope."""
        line, column = getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
        self.scopes.append(ScopeSite(path, line, column, type(node).__name__))
        return len(self.scopes) - 1
