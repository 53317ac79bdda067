"""The driver's block without its graph and session, and with the step functions where their parts stood."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.driver import Driver, Point
from migrate.model.edit import Around, Code, Comments, Kept, Layout, Piece, Replacement
from migrate.model.kinds import GRAPH_VALUES, STAYING, Context, Kind
from migrate.model.refusal import Refused, object_to
from migrate.syntax.savers import restores

from ..legality.blocks import closes, is_monitoring
from ..statements.initialising import initialises
from ..steps.late_building import is_late
from ..steps.slices import builds_graph, is_filled, is_of_graph


class DriverLayout:
    """Lays out the block of a driver.

    Args:
      driver: the block.
      moved: the statements that the steps take.
      gone: statements that nothing needs any more, such as runs of initialisers.
      elsewhere: statements that are put where they did not stand.
      staying: what stays in loops and conditions though it has to do with the graph: headers of loops through
        keys of what is fed, and over what the store lists, and the choice of what a saver there is to save.
      configures: whether something stands for the configuration of its sessions.
      kept: statements that stay as they are, whatever they are for.
    """

    def __init__(
        self,
        driver: Driver,
        moved: frozenset[Point],
        gone: frozenset[Point],
        elsewhere: frozenset[Point] = frozenset(),
        staying: frozenset[Point] = frozenset(),
        *,
        configures: bool = True,
        kept: frozenset[Point] = frozenset(),
    ) -> None:
        self._driver = driver
        self._moved = moved
        self._gone = gone
        self._elsewhere = elsewhere
        self._staying = staying
        self._kept = kept
        self._opening = _OPENING if configures else _OPENING | {Kind.CONFIG}
        self._late = [one for one in driver.points if one in moved and is_late(driver, one)]
        self.replacements: list[Replacement] = []
        self._before: dict[ast.stmt, list[Piece]] = {}
        self._added: dict[ast.stmt, list[Piece]] = {}

    def put_before(self, point: Point, pieces: Sequence[Piece]) -> None:
        """Put new pieces directly before a statement."""
        self._before.setdefault(point.node, []).extend(pieces)

    def put_after(self, point: Point, pieces: Sequence[Piece]) -> None:
        """Put new pieces after the outermost statement around `point` that moves, stays or goes whole."""
        around = [point.node, *(parent.node for parent in reversed(point.parents))]
        count = max((index for index, node in enumerate(around) if self._goes(node)), default=0)
        while count + 1 < len(around) and self._moves(around[count + 1]):
            count += 1
        self._added.setdefault(around[count], []).extend(pieces)

    def _goes(self, node: ast.stmt) -> bool:
        """Whether nothing stays of a loop or condition, or all of a `with` of ordinary Python."""
        if isinstance(node, ast.With):
            return Context.HOST in self._driver.at[node].contexts
        return isinstance(node, (ast.For, ast.While, ast.If, ast.Try)) and not self._stays(node)

    def _moves(self, node: ast.stmt) -> bool:
        return all(one in self._moved or one.kind is Kind.HEADER for one in self._driver.under(node))

    def layouts(self) -> Iterator[Layout]:
        """The whole block, the methods of its object, and the functions that it hands its session to.

        Raises:
          Refused: graph and other statements are mixed in one loop or condition.
        """
        for owner in self._driver.owners:
            body = (
                owner.body if isinstance(owner, (ast.Module, ast.FunctionDef, ast.If)) else self._driver.body
            )
            yield Layout(owner, tuple(self._block(body)))
        yield from self._without_late()
        for function in self._functions():
            self._check_unmixed(function, allowed=_LIFECYCLE)
            yield Layout(function, tuple(self._block(function.body)))

    def _functions(self) -> Iterator[ast.FunctionDef]:
        """The functions that run what the block builds."""
        yield from self._driver.methods
        yield from (callee.node for callee in self._driver.callees)

    def _without_late(self) -> Iterator[Layout]:
        """Loops and functions that run, without the parts of the graph that they built."""
        functions = list(self._functions())
        owners = dict.fromkeys(point.parents[-1].node for point in self._late)
        for owner in (one for one in owners if one not in functions):
            block = (self._driver.at[node] for node in getattr(owner, "body", ()))
            yield Layout(
                owner, tuple(Comments(one.node) if one in self._late else Kept(one.node) for one in block)
            )

    def _block(self, body: Sequence[ast.stmt]) -> Iterator[Piece]:
        for node in body:
            if node not in self._driver.at:  # a module's `if __name__ == '__main__'` is no part of its driver
                yield Kept(node)
                continue
            yield from self._before.get(node, ())
            yield from self._statement(node)
            yield from self._added.get(node, ())

    def _statement(self, node: ast.stmt) -> Iterator[Piece]:
        point = self._driver.at[node]
        if point in self._elsewhere:
            return
        if point in self._kept:
            yield Kept(node)
        elif point.goes_on is not None and isinstance(node, (ast.If, ast.Try)):
            otherwise = tuple(self._block(node.orelse)) if isinstance(node, ast.If) else ()
            yield Around(node, tuple(self._block(node.body)), otherwise=otherwise)
        elif isinstance(node, ast.With) and Context.HOST not in point.contexts:
            gone = (index for index, one in enumerate(point.contexts) if one is not Context.MONITORED)
            yield Around(node, tuple(self._block(node.body)), frozenset(gone))
        elif isinstance(node, (ast.With, ast.For, ast.While, ast.If, ast.Try)):
            if self._stays(node) and isinstance(node, ast.For) and self._opens_sessions(node):
                self._check_unmixed(node, allowed=self._opening)
                yield Around(node, tuple(self._block(node.body)))
            elif self._stays(node) and isinstance(node, ast.If) and self._chooses_session(node):
                self._check_unmixed(node, allowed=self._opening)
                yield Around(node, tuple(self._block(node.body)), otherwise=tuple(self._block(node.orelse)))
            elif self._stays(node) and isinstance(node, ast.If) and self._initialises(node):
                self._check_unmixed(node, allowed=frozenset({Kind.INITIALIZER}))
                yield Around(node, tuple(self._block(node.body)), otherwise=tuple(self._block(node.orelse)))
            elif self._stays(node) and isinstance(node, (ast.For, ast.If, ast.While)) and self._enters(node):
                self._check_unmixed(node)
                self._leave_open(node)
                yield Around(node, tuple(self._block(node.body)), otherwise=tuple(self._block(node.orelse)))
            elif self._stays(node):
                self._check_unmixed(node)
                self._leave_open(node)
                yield Kept(node)
            elif self._leaves_python(node):
                yield Around(node, tuple(self._block(node.body)))
            else:
                yield from self._comments_left(node)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)) and len(list(self._driver.under(node))) > 1:
            if all(node is not callee.node for callee in self._driver.callees):
                self._check_unmixed(node)
            yield Kept(node)
        elif point not in self._gone and (self._is_host(point) or is_monitoring(point)):
            yield Kept(node)
        elif point not in self._moved or point in self._late:
            yield Comments(node)

    def _comments_left(self, node: ast.stmt) -> Iterator[Comments]:
        """The comments of those statements under a loop or condition that no step takes."""
        inside = [one for one in self._driver.under(node) if one.parents and one.parents[-1].node is node]
        for point in inside:
            if any(one in self._moved for one in self._driver.under(point.node)):
                yield from self._comments_left(point.node)
            else:
                yield Comments(point.node)

    def _is_host(self, point: Point) -> bool:
        return point.kind in STAYING and not (point in self._moved and is_of_graph(self._driver, point))

    def _stays(self, node: ast.stmt) -> bool:
        """Whether a loop or condition is ordinary Python, with calls of steps perhaps."""
        if builds_graph(self._driver, self._driver.at[node]) or self._driver.at[node] in self._gone:
            return False
        inside = [other for other in self._driver.under(node) if not isinstance(other.node, ast.With)]
        headers = (Kind.HEADER,)
        in_graph = any(other.kind not in STAYING and other.kind not in headers for other in inside)
        return not in_graph or any(
            other.kind in STAYING and not is_filled(self._driver, other) for other in inside
        )

    def _leaves_python(self, node: ast.With | ast.For | ast.While | ast.If | ast.Try) -> bool:
        """Whether ordinary Python stays of a condition whose parts of the graph no step needs.

        Raises:
          Refused: Python that stays needs what the loop or condition gives, and that cannot stay.
        """
        inside = set(self._driver.under(node))
        header = self._driver.at[node]
        python = {one for one in inside - self._gone if one.kind in STAYING}
        python = {one for one in python if not is_filled(self._driver, one)}
        python |= {header} if isinstance(node, ast.For) else set()  # of which names are left
        gives = any(
            one in other.sources
            for one in python
            for other in set(self._driver.points) - inside
            if other.kind in STAYING | {Kind.HEADER} and other not in self._moved
        )
        if not gives:
            return False
        in_graph = any(source.kind in GRAPH_VALUES for one in {header, *python} for source in one.sources)
        if isinstance(node, ast.If) and not node.orelse and not inside & self._moved and not in_graph:
            return True
        found = "Python that others use, beside parts of the graph under one loop or condition"
        raise Refused("SES204", self._driver.path, node, found, "separate them")

    def _initialises(self, node: ast.If) -> bool:
        """Whether a condition gives names to initialisers, which go, beside what stays."""
        return any(one.kind is Kind.INITIALIZER for one in self._driver.under(node))

    def _opens_sessions(self, node: ast.For) -> bool:
        """Whether each turn of a loop opens a session of its own, and first of all gives variables values."""
        return not node.orelse and self._begins_anew(node.body)

    def _chooses_session(self, node: ast.If) -> bool:
        """Whether branches of a condition open sessions, and first of all give variables values in them."""
        branches = [branch for branch in (node.body, node.orelse) if any(self._opened_in(branch))]
        return bool(branches) and all(
            self._chooses_session(branch[0])
            if len(branch) == 1 and isinstance(branch[0], ast.If)
            else self._begins_anew(branch) and all(one in branch for one in self._opened_in(branch))
            for branch in branches
        )

    def _enters(self, node: ast.stmt) -> bool:
        """Whether what stays of a loop or condition enters a session again that is opened elsewhere."""
        inside = self._driver.under(node)
        return _is_taken_apart(node, ()) and any(map(_enters_again, inside))

    def _opened_in(self, branch: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
        points = (point for one in branch for point in self._driver.under(one))
        return (one.node for one in points if one.opens_session)

    def _begins_anew(self, body: Sequence[ast.stmt]) -> bool:
        """Whether a block opens sessions, and uses none of them before it gives variables values."""
        opened = [one for one in body if self._driver.at[one].kind is Kind.SESSION]
        opened = [one for one in opened if not closes(self._driver.at[one])]
        return bool(opened) and all(self._starts(body, one) for one in opened)

    def _starts(self, body: Sequence[ast.stmt], opening: ast.stmt) -> bool:
        behind = body[body.index(opening) + 1 :]
        return self._gives_values(opening.body if isinstance(opening, ast.With) else behind)

    def _gives_values(self, body: Sequence[ast.stmt]) -> bool:
        """Whether the first statement of a block that uses a session gives variables values, in any case."""
        points = [self._driver.at[one] for one in body]
        first = next((one for one in points if any(self._uses(one))), None)
        if first is None or first.uses_kind(Kind.SESSION):
            return first is not None and (initialises(first) or restores(first))
        node = first.node
        if isinstance(node, ast.If):
            return self._gives_values(node.body) and self._gives_values(node.orelse)
        branches = [node.body, *(one.body for one in node.handlers)] if isinstance(node, ast.Try) else []
        return bool(branches) and all(map(self._gives_values, branches))

    def _uses(self, point: Point) -> Iterator[bool]:
        return (one.uses_kind(Kind.SESSION) for one in self._driver.under(point.node))

    def _leave_open(self, node: ast.stmt) -> None:
        """Let nothing stand where a session is closed, under a condition, or at the end of a `try`."""
        for other in self._driver.under(node):
            if closes(other) and not is_monitoring(other):
                self.replacements.append(Replacement(other.node, Code("pass", comments_of=other.node)))

    def _check_unmixed(self, node: ast.stmt, allowed: frozenset[Kind] = frozenset()) -> None:
        own = {*self._late, *self._staying}
        inside = list(self._driver.under(node))
        for other in inside:
            uses_graph = any(source.kind in GRAPH_VALUES for source in other.sources)
            if other.kind is Kind.HEADER and uses_graph and other not in self._staying:
                found = "a loop or condition of Python that depends on the graph"
                object_to(
                    Refused("SES210", self._driver.path, other.node, found, "compute it before the graph")
                )
            if closes(other) or is_monitoring(other):
                continue
            around = [one for one in (*other.parents, other) if one in inside]
            if _enters_again(other) and all(_is_taken_apart(one.node, one.contexts) for one in around):
                continue
            if other.kind not in STAYING | {Kind.HEADER} | allowed and other not in own:
                found = (
                    f"a statement that {_PHRASES.get(other.kind, 'builds the graph')}, in a loop or condition"
                )
                object_to(
                    Refused("SES206", self._driver.path, other.node, found, "build the graph before the loop")
                )


def _enters_again(point: Point) -> bool:
    """Whether it is a `with session.as_default()`, which opens no session and closes none."""
    calls = [one.context_expr for one in point.node.items] if isinstance(point.node, ast.With) else []
    names = {getattr(one.func, "attr", "") if isinstance(one, ast.Call) else "" for one in calls}
    return point.kind is Kind.SESSION and names == {"as_default"} and {*point.contexts} == {Context.LIFECYCLE}


def _is_taken_apart(node: ast.stmt, contexts: Sequence[Context]) -> bool:
    """Whether a layout goes into a compound statement that stays, if that enters a session again."""
    if isinstance(node, (ast.For, ast.While)):
        return not node.orelse
    return isinstance(node, ast.If) or isinstance(node, ast.With) and Context.HOST not in contexts


# What may stand in a function that runs the graph, and goes: the session, what opens and starts it, and
# other names for what is no more.
_LIFECYCLE = frozenset({Kind.SESSION, Kind.GRAPH, Kind.CONFIG, Kind.INITIALIZER, Kind.ALIAS})
_OPENING = frozenset({Kind.SESSION, Kind.INITIALIZER})
_PHRASES = {
    Kind.INITIALIZER: "initialises variables",
    Kind.SESSION: "opens or closes a session",
    Kind.CONFIG: "configures a session",
    Kind.GRAPH: "makes a graph",
}
