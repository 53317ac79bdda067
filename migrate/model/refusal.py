"""Why a program cannot be lifted to a tier."""

from __future__ import annotations

import ast
from pathlib import Path


class Refused(Exception):
    """Raised by a planner that meets what it does not understand: a code, the place and the words."""

    def __init__(self, code: str, path: Path, node: ast.AST, found: str, instead: str) -> None:
        super().__init__(found)
        self.code = code
        self.path = path
        self.node = node
        self.found = found
        self.instead = instead
