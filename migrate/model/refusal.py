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


def defect(path: Path, node: ast.AST, error: Exception | str) -> Refused:
    """The refusal of a program that stops the tool by an error of its own, or by what is told of that."""
    what = error if isinstance(error, str) else f"{type(error).__name__}: {error}"
    found = f"a program that tfmigrate fails on ({what})".replace("\n", " ")
    return Refused("INT201", path, node, found, "report it, with the program")
