"""What the tool has to say about a place in the user's code."""

from __future__ import annotations

import ast
import enum
from dataclasses import dataclass, field
from pathlib import Path

from .tier import Tier


class Severity(enum.Enum):
    """How much a diagnostic matters.

    An error means that its unit was left unchanged, or that what was written fails where it is used.
    """

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True)
class Span:
    """A place in a file: line and column count from 1; line 0 stands for the file as a whole.

    In a notebook they are those of a cell; cells count from 1 too, whatever they hold.
    """

    path: Path
    line: int = 0
    column: int = 0
    cell: int = 0

    @classmethod
    def of(cls, path: Path, node: ast.AST) -> Span:
        """Where a node of a file begins; a module is the file as a whole."""
        return cls(path, getattr(node, "lineno", 0), getattr(node, "col_offset", -1) + 1)

    def __str__(self) -> str:
        path = f"{self.path}:cell {self.cell}" if self.cell else str(self.path)
        return f"{path}:{self.line}:{self.column}" if self.line else path


@dataclass(frozen=True)
class Diagnostic:
    """A finding: what was found where, and what to do instead.

    It `bars` programs from these tiers, where it is a reason for a lower one. `programs` are the files that
    start those that it keeps down: of the programs that share files, the ones that run its file.
    """

    code: str
    severity: Severity
    span: Span
    found: str
    instead: str = ""
    bars: tuple[Tier, ...] = ()
    programs: tuple[Path, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        without = f": {', '.join(f'not {tier.value}' for tier in self.bars)}" if self.bars else ""
        way_out = f" · instead {self.instead}" if self.instead else ""
        return f"{self.span} {self.code} found {self.found}{without}{way_out}"
