"""What hooks ask a session for: values of the graph, under the names by which they ask while steps run."""

from __future__ import annotations

import ast
import copy
import itertools
import re
from collections.abc import Mapping

from migrate.model.driver import Driver, Point
from migrate.model.kinds import GRAPH_VALUES, SUMMARIES, Kind
from migrate.model.nodes import nodes_of
from migrate.model.runs import Fetch

from ..cluster.tasks import refuse
from ..expressions.value_kinds import ValueKinds
from ..names.uses import names_of

_MERGING = ("tf.merge_all_summaries", "tf.summary.merge_all")
_ASKED = frozenset({Kind.SYMBOLIC, Kind.STATE})
_PLAIN = (ast.Name, ast.Attribute, ast.Subscript, ast.Constant, ast.expr_context)


class AskedValues:
    """Those of one block, whose session opens at `opening`: `values` by their names, `places` in the text."""

    def __init__(self, driver: Driver, opening: Point) -> None:
        self._driver = driver
        self._point = opening
        self.values: dict[str, Fetch] = {}
        self.places: dict[ast.expr, str] = {}

    def add(
        self, name: str, node: ast.expr, env: Mapping[str, frozenset[Point]], *, is_closed_over: bool = False
    ) -> None:
        """Note that a hook asks for what an expression gives, which a `name` is known for.

        `env` are the points that its names come from; one that a hook closes over is looked up at each run.

        Raises:
          Refused: it is no value of the block, or may be another one at each run.
        """
        merges = _merges(self._driver, node)
        names = {SUMMARIES} if merges else {one.id for one in names_of(node)}
        for one in sorted(names):
            if self._point.reaching.get(one, frozenset()) != env.get(one, frozenset()):
                refuse(self._driver, node, f"{one}, which changes after a hook that asks for it is made")
        if merges and env.get(SUMMARIES):
            self.places[node] = _new_name(name, self.values)
            self.values[self.places[node]] = merged_summaries(env[SUMMARIES])
            return
        if any(not isinstance(one, _PLAIN) for one in nodes_of(node)):
            refuse(self._driver, node, "a value that a hook asks for, and that has no name")
        sources = {one.id: env.get(one.id, frozenset()) for one in names_of(node)}
        kinds = frozenset(one.kind for points in sources.values() for one in points)
        if not kinds & _ASKED or not kinds <= _ASKED | {Kind.HOST}:  # lists start as Python
            refuse(self._driver, node, "a value that a hook asks for, and that is no tensor of this block")
        for other in self._driver.points if is_closed_over else ():
            changes = other.defines | other.mutates
            if other.index > self._point.index and changes & sources.keys():
                refuse(self._driver, other.node, f"{min(sources)}, which changes while a hook asks for it")
        wanted = node.id if isinstance(node, ast.Name) else name
        known = next(
            (
                key
                for key, one in self.values.items()
                if ast.dump(one.node) == ast.dump(node) and one.sources == sources
            ),
            None,
        )
        if known is None:
            known = _new_name(wanted, self.values)
            self.values[known] = Fetch(copy.deepcopy(node), sources, kinds)  # the text has the name instead
        self.places[node] = known


def given_summaries(driver: Driver, point: Point, written: ast.expr | None) -> Fetch | None:
    """What gives the summaries that are saved for a statement: what it names, or else all of them, merged.

    `None` where the graph has none.

    Raises:
      Refused: it names something else than a value of the block.
    """
    if written is None or _merges(driver, written):
        sources = point.reaching.get(SUMMARIES, frozenset())
        return merged_summaries(sources) if sources else None
    found = value_at(point, written)
    if found is not None and all(_merges_nothing(driver, one) for one in found.makers):
        return None
    if found is None or not found.kinds <= GRAPH_VALUES:
        refuse(driver, written, "summaries that are saved, and that are not one value of the block")
    return found


def value_at(point: Point, node: ast.expr) -> Fetch | None:
    """The value of the block that a name, or an attribute or element of it, stands for at a point."""
    sources = {one.id: point.reaching.get(one.id, frozenset()) for one in names_of(node)}
    kinds = frozenset(one.kind for points in sources.values() for one in points)
    is_plain = all(isinstance(one, _PLAIN) for one in nodes_of(node))
    return Fetch(node, sources, kinds) if is_plain and kinds else None


def step_at(kinds: ValueKinds, point: Point, node: ast.expr) -> Fetch | None:
    """The value of the block that an expression stands for at a point, if it may be a variable."""
    found = value_at(point, node)
    may_count = found is not None and found.kinds <= GRAPH_VALUES and kinds.may_be_variable(node)
    return found if may_count else None


def _merges_nothing(driver: Driver, point: Point) -> bool:
    """Whether it merges the summaries of a graph that has none, which gives `None`."""
    value = point.node.value if isinstance(point.node, ast.Assign) else None
    return value is not None and _merges(driver, value) and not point.reaching.get(SUMMARIES)


def _merges(driver: Driver, node: ast.expr) -> bool:
    """Whether it merges all summaries that the graph has."""
    is_plain = isinstance(node, ast.Call) and not (node.args or node.keywords)
    return is_plain and isinstance(node, ast.Call) and driver.tensorflow(node.func) in _MERGING


def merged_summaries(sources: frozenset[Point]) -> Fetch:
    """What gives the merged summaries that some statements have added."""
    node = ast.parse("tf.compat.v1.summary.merge_all()", mode="eval").body
    return Fetch(node, {SUMMARIES: sources}, frozenset({Kind.SYMBOLIC}))


def _new_name(wanted: str, taken: Mapping[str, Fetch]) -> str:
    """A name that TensorFlow takes for an operation, and that nothing else has."""
    plain = re.sub(r"[^A-Za-z0-9_]", "_", wanted).strip("_") or "value"
    names = (plain if not count else f"{plain}_{count}" for count in itertools.count())
    return next(name for name in names if name not in {*taken, "caller", "global_step", "summary"})
