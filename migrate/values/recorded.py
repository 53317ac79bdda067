"""What each statement was seen to do in each frame: what it reads, writes, makes and calls.

And what each expression was seen to give, in all frames.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Any

from migrate.model.objects import BuiltinMethod, External, Frame, Location, Made, Object

from .flow import NOTHING, Node


class Did:
    """What one statement does by itself, in one frame.

    `outside` are functions that the world sees, `ends` the exceptions that it raises itself and that nothing
    in its function catches, `fails` those of Python and of libraries (`failures.py`). What a statement reads
    of its own function's variables is not among the `reads`; what one of a module reads of its own, apart.
    Of its `calls`, the `own_calls` are those of functions that no graph makes, for whatever is added to it.
    An import calls the module that it runs. `library` are the functions of libraries, and the methods such as
    `.append`, that it calls by whatever name; `passed` is what it passes to some of them, which may call it.
    """

    reads: set[Location]
    reads_own: set[Location]
    writes: set[Location]
    makes: set[Made]
    calls: set[Frame]
    own_calls: set[Frame]
    library: set[str]
    passed: set[Node]
    escapes: set[Object]
    outside: set[str]
    ends: set[str]
    fails: set[str]
    __slots__ = (
        *("reads", "reads_own", "writes", "makes", "calls", "own_calls", "library", "passed"),
        *("escapes", "outside", "ends", "fails"),
    )

    def __getattr__(self, name: str) -> set[Any]:
        """A set that is asked for the first time: most statements do few of these things."""
        found = set[Any]()
        setattr(self, name, found)
        return found

    def call(self, frames: Iterable[Frame], *, for_graph: bool = False) -> None:
        """The statement may run some functions; or it adds to a graph, which runs them."""
        self.calls.update(frames)
        if not for_graph:
            self.own_calls.update(frames)

    def call_library(self, one: Object) -> None:
        """The statement may call an object, if it is a function or a method of a library."""
        self.library.update(library_names([one]))


def library_names(objects: Iterable[Object]) -> Iterator[str]:
    """The dotted names of functions of libraries among some objects, and those of methods as `.append`."""
    for one in objects:
        if isinstance(one, External):
            yield one.name
        elif isinstance(one, BuiltinMethod):
            yield f".{one.name}"


class Recorded:
    """What the statements do, by their frames; `reached` are the functions that may be called.

    `never_run` is all that stands in branches that no call leads into.
    """

    def __init__(self) -> None:
        self.by_statement: dict[ast.AST, dict[Frame, Did]] = {}
        self.by_expression: dict[ast.expr, list[Node]] = {}
        self.reached: set[Frame] = set()
        self.never_run: set[ast.AST] = set()

    def at(self, statement: ast.AST, frame: Frame) -> Did:
        """What a statement does in a frame, to be added to."""
        return self.by_statement.setdefault(statement, {}).setdefault(frame, Did())

    def give(self, expression: ast.expr, objects: Node) -> Node:
        """An expression is evaluated, and gives some objects: those are returned."""
        known = self.by_expression.setdefault(expression, [])
        if objects is not NOTHING:
            known.append(objects)
        return objects
