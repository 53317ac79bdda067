"""What statements do to locations, with the functions that they call."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from migrate.model.effects import Effects, Touched
from migrate.model.objects import ANYTHING, Field, Location, Made, Object, Scope

from .points_to import PointsTo
from .recorded import Recorded


class ProgramEffects(Effects):
    """What statements do. The program is analysed when this is first asked.

    Args:
      analyse: gives the analysis of the whole program.
    """

    def __init__(self, analyse: Callable[[], PointsTo]) -> None:
        self._analyse = analyse
        self._own: dict[ast.AST, tuple[ast.AST, ...]] = {}

    @functools.cached_property
    def _points_to(self) -> PointsTo:
        return self._analyse()

    @property
    def _recorded(self) -> Recorded:
        return self._points_to.recorded

    def reachable(self, scope: Scope, names: Iterable[str]) -> frozenset[Object]:
        """All objects that some names of a scope may lead to."""
        chain = self._points_to.chain(scope)
        return self._points_to.reachable(one for name in names for one in self._points_to.of(chain, name))

    def calls(self, statement: ast.AST, function: ast.AST) -> bool:
        """Whether a statement may call a function, be it through others."""
        return function in self._called([statement])

    def _called(
        self, statements: Iterable[ast.AST], without: Collection[ast.AST] = ()
    ) -> Mapping[ast.AST, None]:
        """The functions that some statements may call, themselves or by others."""
        found: dict[ast.AST, None] = {}
        pending = list(statements)
        while pending:
            for function in self._recorded.calls.get(pending.pop(), ()):
                if function not in found and function not in without:
                    found[function] = None
                    pending.extend(self._statements(function))
        return found

    def of(self, statements: Iterable[ast.AST], without: Collection[ast.AST] = ()) -> Touched:
        """What some statements do, and the functions that they may call but those `without`."""
        reads, writes, makes, escaped = set[Location](), set[Location](), set[Made](), set[Object]()
        statements = list(statements)
        called = (
            inner for function in self._called(statements, without) for inner in self._statements(function)
        )
        for statement in (*statements, *called):
            reads |= self._recorded.reads.get(statement, set())
            writes |= self._recorded.writes.get(statement, set())
            makes |= self._recorded.makes.get(statement, set())
            escaped |= self._recorded.escapes.get(statement, set())
        for one in self._points_to.reachable(escaped):
            if isinstance(one, Made):
                writes.add(Field(one, ANYTHING))
        return Touched(frozenset(reads), frozenset(writes), frozenset(makes))

    def _statements(self, function: ast.AST) -> tuple[ast.AST, ...]:
        if function not in self._own:
            self._own[function] = tuple(_statements(function))
        return self._own[function]


def _statements(function: ast.AST) -> Iterator[ast.AST]:
    """The statements of a function, without those of functions in it; of a lambda, its expression."""
    if isinstance(function, ast.Lambda):
        yield function.body
        return
    pending = list(getattr(function, "body", ()))
    while pending:
        statement = pending.pop()
        yield statement
        if not isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            pending.extend(one for one in ast.iter_child_nodes(statement) if isinstance(one, _BLOCKS))
            pending = [
                one for part in pending for one in (_inside(part) if isinstance(part, _PARTS) else [part])
            ]


def _inside(part: ast.AST) -> list[ast.AST]:
    return [one for one in ast.iter_child_nodes(part) if isinstance(one, ast.stmt)]


_PARTS = (ast.ExceptHandler, ast.match_case)
_BLOCKS = (ast.stmt, *_PARTS)
