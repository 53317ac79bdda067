"""What statements do to locations, with the functions that they call."""

from __future__ import annotations

import ast
import functools
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from migrate.model.bindings import Bindings
from migrate.model.effects import Detail, Effects, Touched, code_of, inside, is_stream
from migrate.model.graph_names import Taken
from migrate.model.nodes import nodes_of
from migrate.model.objects import ANYTHING, Cell, Field, Frame, Location, Made, Object, Scope
from migrate.syntax.guards import runs_imported

from .flow import TooLarge
from .graph_names import GraphNames
from .heap import Find
from .lifetimes import Lifetimes
from .points_to import PointsTo
from .recorded import Did, library_names


@dataclass(frozen=True)
class _Changes:
    """The objects that the statements of a function change and make themselves, as numbers, and its calls."""

    written: int
    made: int
    calls: frozenset[Frame]


class ProgramEffects(Effects):
    """What statements do. The program is analysed when this is first asked.

    Args:
      modules: all modules of the run.
      find: which of them a dotted name means, where a module imports it.
      details: in which it may be analysed, the most first: the first for which it is small enough is taken.
    """

    def __init__(
        self, modules: Iterable[Bindings], find: Find, details: Sequence[Detail] = tuple(Detail)
    ) -> None:
        self._modules = tuple(modules)
        self._find = find
        self._details = tuple(details)
        self._running: dict[ast.AST, frozenset[Frame]] = {}
        self._own: dict[ast.AST, tuple[ast.AST, ...]] = {}
        self._written: dict[tuple[tuple[ast.AST, ...], frozenset[ast.AST]], int] = {}
        self._held_by: dict[tuple[Scope, str], int] = {}
        self._within: dict[frozenset[Object], frozenset[Object]] = {}
        self._changes: dict[Frame, _Changes] = {}

    @functools.cached_property
    def _found(self) -> PointsTo | None:
        while self._details:
            try:
                return PointsTo(self._modules, self._find, self._details[0])
            except TooLarge:
                self._details = self._details[1:]
        return None

    @property
    def details(self) -> Sequence[Detail]:
        """The detail in which the program is analysed, and those with less; none if it is too large."""
        return self._details if self.known else ()

    @property
    def _points_to(self) -> PointsTo:
        if self._found is None:
            raise TooLarge
        return self._found

    @property
    def known(self) -> bool:
        """Whether the program is small enough to be analysed."""
        return self._found is not None

    def of(self, statements: Iterable[ast.AST], without: Collection[ast.AST] = ()) -> Touched:
        """What some statements do, and the functions that they may call but those `without`."""
        statements = tuple(statements)
        frames = {frame for one in statements for frame in self._points_to.recorded.by_statement.get(one, ())}
        done, entered = self._reached(statements, without)
        touched, calls = self._touched(done), entered - frames

        objects = {one.object for one in (*touched.reads, *touched.writes) if isinstance(one, Field)}
        gone = {one for one in objects if self._lifetimes.is_gone(one, calls, frames)}  # when a call returns
        if not gone:
            return touched

        def left(locations: Iterable[Location]) -> frozenset[Location]:
            return frozenset(one for one in locations if isinstance(one, Cell) or one.object not in gone)

        return replace(touched, reads=left(touched.reads), writes=left(touched.writes))

    def beside(
        self,
        statements: Collection[ast.AST],
        homes: Collection[ast.AST] | None = None,
        dead: Collection[ast.AST] = frozenset(),
    ) -> Touched:
        """What all code of the program does that runs when these statements, and what they call, do not.

        With `homes`, the trees of some modules, it is the code of these and what that calls. None of it is
        what `dead` code does; a function that only such code is known to call may still be called.
        """
        every = [(one, did) for inside in self._in_frames.values() for one, did in inside]
        called = frozenset[Frame]().union(*(did.calls for _, did in every))
        entered = {frame.scope for one, did in every if dead and one not in dead for frame in did.calls}

        def begins(frame: Frame) -> bool:
            is_left = bool(dead) and frame.scope not in entered
            return frame not in called or is_left or isinstance(frame.scope, ast.Module)

        roots = (one for one in self._in_frames if begins(one))
        pending = [frame for frame in roots if homes is None or frame.chain[-1].scope in homes]
        seen, found = set(pending), list[Did]()
        while pending:
            for statement, did in self._in_frames.get(pending.pop(), ()):
                if statement not in statements and statement not in dead:
                    found.append(did)
                    pending.extend(did.calls - seen)
                    seen |= did.calls
        touched = self._touched(found)
        return replace(touched, reads=touched.reads.union(*(did.reads_own for did in found)))

    @functools.cached_property
    def _in_frames(self) -> Mapping[Frame, Sequence[tuple[ast.AST, Did]]]:
        """What the statements of each frame do."""
        found = defaultdict[Frame, list[tuple[ast.AST, Did]]](list)
        for statement, frames in self._points_to.recorded.by_statement.items():
            for frame, did in frames.items():
                found[frame].append((statement, did))
        return found

    def _touched(self, done: Iterable[Did]) -> Touched:
        reads, writes, makes, escaped = set[Location](), set[Location](), set[Made](), set[Object]()
        outside, ends, fails = set[str](), set[str](), set[str]()
        for did in done:
            reads |= did.reads
            writes |= did.writes
            makes |= did.makes
            escaped |= did.escapes
            outside |= did.outside
            ends |= did.ends
            fails |= did.fails
        for one in self._points_to.reachable(escaped):
            if isinstance(one, Made):
                writes.add(Field(one, ANYTHING))
        touched = frozenset(reads), frozenset(writes), frozenset(makes)
        return Touched(*touched, frozenset(outside), frozenset(ends), frozenset(fails))

    @functools.cached_property
    def _lifetimes(self) -> Lifetimes:
        return Lifetimes(self._points_to, self._in_frames)

    def file_of(self, node: ast.AST) -> Path | None:
        """The file of the program that has a node."""
        return self._files.get(node)

    @functools.cached_property
    def _files(self) -> Mapping[ast.AST, Path]:
        """The files of all that has a line, but names and constants, of which programs have the most."""
        return {
            node: one.module.path
            for one in self._modules
            for node in nodes_of(one.module.tree)
            if hasattr(node, "lineno") and not isinstance(node, (ast.Constant, ast.Name))
        }

    def at(self, location: Location) -> frozenset[Object]:
        """The objects that a location may hold."""
        return frozenset(self._points_to.inside(location))

    def reachable(self, scope: Scope, names: Iterable[str]) -> frozenset[Object]:
        """All objects that some names of a scope may lead to."""
        held = 0
        for name in names:
            held |= self._held(scope, name)
        return self._points_to.reachable(self._points_to.decoded(held))

    def changed(
        self,
        statements: Collection[ast.AST],
        names: Iterable[str],
        without: Collection[ast.AST] = (),
        shallow: Collection[str] = (),
    ) -> frozenset[str]:
        """The names, of those that the code around some statements sees, whose values these change in place.

        Or a part of these, but for what is `shallow`. Functions that the statements call count, but those
        `without`; streams of random numbers do not.
        """
        written = self._written_in(tuple(statements), frozenset(without))
        if not written:
            return frozenset()
        recorded = self._points_to.recorded.by_statement
        frames = {frame for one in statements for frame in recorded.get(one, ()) if frame.scope is not one}
        scopes = {frame.scope for frame in frames}

        def is_changed(scope: Scope, name: str) -> bool:
            return bool(written & (self._held(scope, name) if name in shallow else self._led_to(scope, name)))

        return frozenset(name for name in names if any(is_changed(scope, name) for scope in scopes))

    def _held(self, scope: Scope, name: str) -> int:
        key = scope, name
        if key not in self._held_by:
            self._held_by[key] = self._points_to.encoded(self.held(scope, name))
        return self._held_by[key]

    def _led_to(self, scope: Scope, name: str) -> int:
        return self._points_to.reached_from(self._held(scope, name))

    def _written_in(self, statements: tuple[ast.AST, ...], without: frozenset[ast.AST]) -> int:
        """The objects that were there before some statements, and that these change in place, as a number.

        Each function that they call, by others too, is one step here: what it does is a number.
        """
        key = statements, without
        if key not in self._written:
            recorded = self._points_to.recorded.by_statement
            own = [item for one in statements for item in recorded.get(one, {}).items()]
            pending, called = [self._changes_of(did for _, did in own)], set[Frame]()
            written = made = 0
            while pending:
                one = pending.pop()
                written |= one.written
                made |= one.made
                found = {frame for frame in one.calls - called if frame.scope not in without}
                called |= found
                pending.extend(map(self._changes_in, found))
            around = {frame for frame, _ in own}
            calls = called - around
            left = written & ~made
            every = self._points_to.decoded(left)
            gone = (one for one in every if self._lifetimes.is_gone(one, calls, around))
            self._written[key] = left & ~self._points_to.encoded(gone)
        return self._written[key]

    def _changes_in(self, frame: Frame) -> _Changes:
        if frame not in self._changes:
            recorded = self._points_to.recorded.by_statement
            inside = (recorded.get(one, {}).get(frame) for one in self._statements(frame.scope))
            self._changes[frame] = self._changes_of(one for one in inside if one is not None)
        return self._changes[frame]

    def _changes_of(self, done: Iterable[Did]) -> _Changes:
        every = tuple(done)
        found = self._touched(every)
        written = (one for one in found.writes if isinstance(one, Field) and not is_stream(one))
        return _Changes(
            self._points_to.encoded(one.object for one in written),
            self._points_to.encoded(one for one in found.makes if found.is_new(one)),
            frozenset[Frame]().union(*(did.calls for did in every)),
        )

    def held(self, scope: Scope, name: str) -> frozenset[Object]:
        """The objects that a name of a scope, or an attribute of one, may stand for."""
        found = self._points_to
        base, _, attribute = name.partition(".")
        objects = frozenset(one for frame in found.frames(scope) for one in found.of(frame, base))
        if attribute:
            locations = (found.location(one, attribute) for one in objects)
            objects = frozenset(held for location in locations for held in found.held(location))
        return objects

    def read_as(self, scope: Scope, name: ast.Name) -> frozenset[Object]:
        """The objects that a name of a scope may stand for where it is read."""
        return self.given(name) if self.evaluates(name) else self.held(scope, name.id)

    def given(self, expression: ast.expr) -> frozenset[Object]:
        """The objects that an expression of the program may give, wherever it is evaluated."""
        return self._points_to.given_by(expression)

    def within(self, expression: ast.expr) -> frozenset[Object]:
        """What an expression may give, and all that this holds, directly or through others."""
        given = self.given(expression)
        if given not in self._within:
            self._within[given] = self._points_to.reachable(given)
        return self._within[given]

    def evaluates(self, expression: ast.expr) -> bool:
        """Whether an expression is one of the program, and what it may give is known."""
        return expression in self._points_to.recorded.by_expression or self.never_runs(expression)

    def never_runs(self, node: ast.AST) -> bool:
        """Whether code stands in a branch that no call of its function leads into."""
        return node in self._points_to.recorded.never_run

    def changes(self, statement: ast.AST, one: Object) -> bool:
        """Whether a statement may change an object by itself, other than by functions of the program."""
        done = self._points_to.recorded.by_statement.get(statement, {}).values()
        written = {location.object for did in done for location in did.writes if isinstance(location, Field)}
        return one in written or one in self._points_to.reachable(one for did in done for one in did.escapes)

    def elements(self, one: Object) -> frozenset[Object]:
        """What an element of a container may be."""
        return frozenset(self._points_to.elements_of(one))

    def reached(self, statements: Iterable[ast.AST]) -> frozenset[Scope]:
        """The functions that some statements may run, be it through others."""
        return frozenset(frame.scope for frame in self._reached(statements)[1])

    def called(self, statements: Iterable[ast.AST]) -> frozenset[Scope]:
        """The functions that some statements may call themselves, or have a library call: no graph does."""
        recorded = self._points_to.recorded.by_statement
        done = (did for one in statements for did in recorded.get(one, {}).values())
        return frozenset(frame.scope for did in done for frame in did.own_calls)

    def library(self, statements: Iterable[ast.AST]) -> frozenset[str]:
        """The functions and methods of libraries that some statements call, or have a library call."""
        recorded = self._points_to.recorded.by_statement
        done = [did for one in statements for did in recorded.get(one, {}).values()]
        passed = (one for did in done for node in did.passed for one in self._points_to.objects_in(node))
        return frozenset(library_names(passed)).union(*(did.library for did in done))

    @functools.cached_property
    def _graph_names(self) -> GraphNames:
        return GraphNames(self._points_to)

    def names_taken(
        self, statement: ast.stmt, around: Sequence[ast.stmt] = (), without: Collection[ast.AST] = ()
    ) -> frozenset[Taken]:
        """The names that a statement may take in a graph, in the scopes that the headers `around` open."""
        return self._graph_names.taken(statement, around, without)

    def frames(self, scope: Scope) -> Sequence[Frame]:
        """The contexts in which a scope runs."""
        return self._points_to.frames(scope)

    def calls(self, statement: ast.AST, frame: Frame) -> bool:
        """Whether a statement may run a function in a frame, be it through others."""
        if statement not in self._running:
            self._running[statement] = frozenset(self._reached([statement])[1])
        return frame in self._running[statement]

    def _reached(
        self, statements: Iterable[ast.AST], without: Collection[ast.AST] = ()
    ) -> tuple[Sequence[Did], set[Frame]]:
        """What some statements do in all of their frames, and what they call, by others too; these frames."""
        recorded = self._points_to.recorded.by_statement
        pending = [did for one in statements for did in recorded.get(one, {}).values()]
        done, seen = list[Did](), set[Frame]()
        while pending:
            did = pending.pop()
            done.append(did)
            for frame in did.calls - seen:
                if frame.scope in without:
                    continue
                seen.add(frame)
                inside = (recorded.get(one, {}).get(frame) for one in self._statements(frame.scope))
                pending.extend(one for one in inside if one is not None)
        return done, seen

    def _statements(self, function: ast.AST) -> tuple[ast.AST, ...]:
        if function not in self._own:
            if isinstance(function, ast.Module):
                self._own[function] = tuple(
                    one for root in runs_imported(function) for one in (root, *inside(root))
                )
            else:
                self._own[function] = tuple(code_of(function))
        return self._own[function]
