"""Why a program cannot be lifted to a tier."""

from __future__ import annotations

import ast
from pathlib import Path


class Refused(Exception):
    """Raised by a planner that meets what it does not understand: a code, the place and the words.

    Where it is an `effect` alone that a step could not leave out, a step that runs only what it returns can.
    """

    def __init__(
        self, code: str, path: Path, node: ast.AST, found: str, instead: str, *, effect: bool = False
    ) -> None:
        super().__init__(found)
        self.code = code
        self.path = path
        self.node = node
        self.found = found
        self.instead = instead
        self.effect = effect
