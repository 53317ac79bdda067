"""What each statement was seen to do: what it reads, writes, makes and calls."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable

from migrate.model.objects import Location, Made, Object


class Recorded:
    """The reads, writes, made objects and calls of each statement by itself, in every function."""

    def __init__(self) -> None:
        self.reads: dict[ast.AST, set[Location]] = defaultdict(set)
        self.writes: dict[ast.AST, set[Location]] = defaultdict(set)
        self.makes: dict[ast.AST, set[Made]] = defaultdict(set)
        self.calls: dict[ast.AST, set[ast.AST]] = defaultdict(set)
        self.escapes: dict[ast.AST, set[Object]] = defaultdict(set)
        self.reached: set[ast.AST] = set()

    def read(self, statement: ast.AST, location: Location) -> None:
        """A statement looks at what a location holds."""
        self.reads[statement].add(location)

    def write(self, statement: ast.AST, location: Location) -> None:
        """A statement changes what a location holds."""
        self.writes[statement].add(location)

    def make(self, statement: ast.AST, made: Made) -> None:
        """A statement makes an object."""
        self.makes[statement].add(made)

    def call(self, statement: ast.AST, function: ast.AST) -> None:
        """A statement may call a function of the program."""
        self.calls[statement].add(function)

    def escape(self, statement: ast.AST, objects: Iterable[Object]) -> None:
        """A statement gives objects to code that is not known, which may change all that they hold."""
        self.escapes[statement].update(objects)
