"""When a step function computes what the session computed, and nothing else.

A session runs exactly what a fetch depends on; a function runs every effect in its body, in order. These
checks refuse every step for which the two might differ. Refusing is never wrong; a mistaken step is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.driver import Driver, Point
from migrate.model.kinds import (
    GRAPH_STATE,
    GRAPH_VALUES,
    MAKING_VARIABLES,
    SUMMARIES,
    WITHOUT_VALUE,
    Context,
    Kind,
    Role,
)
from migrate.model.nodes import nodes_of
from migrate.model.runs import RunSite
from migrate.model.towers import TowerLoop
from migrate.syntax.placeholders import default_of, placeholder_call

from ..python_values.frozen_names import may_freeze
from ..state.created_once import makes_server
from ..statements.objections import first_line, in_order, refuse, refuse_obstacle
from ..steps.late_building import is_late, runs_within
from ..steps.updates import around, is_in_order, updates


def check_step(driver: Driver, site: RunSite, selected: frozenset[Point], tower: TowerLoop | None) -> None:
    """What the run site fetches can be computed by a function of the selected statements.

    Raises:
      Refused: it might compute something else; where it is an effect alone, a pruned step may do.
    """
    is_tower = tower is not None and tower.point in selected
    flags = frozenset(flag.name for flag in tower.flags) if tower is not None and is_tower else frozenset()
    _check_selected(driver, site, selected, flags, freezes=tower is None)
    if site.obstacle is not None:
        raise site.obstacle
    for point in in_order(selected):
        is_unfed = point.kind is Kind.PLACEHOLDER and point not in site.fed
        if is_unfed and default_of(placeholder_call(point)) is None:
            needs = f"a run that needs the placeholder of line {point.node.lineno} and does not feed it"
            refuse(driver, "SES203", site.call, needs, "feed it", effect=True)
        if point.hindrances:
            refuse_obstacle(point.hindrances)
        if point.comparisons and tower is not None:  # a mirrored variable is another object in each replica
            refuse_obstacle(point.comparisons)
    _check_updates(driver, site, selected)
    if tower is None:
        _check_names_of_updates(driver, selected)


def check_pruned(driver: Driver, site: RunSite, selected: frozenset[Point], tower: TowerLoop | None) -> None:
    """What the run site fetches can be computed by a step that runs nothing but what it returns.

    Raises:
      Refused: it might compute something else all the same.
    """
    _check_selected(driver, site, selected, freezes=tower is None)
    for point in in_order(selected):
        others = [obstacle for obstacle in point.hindrances if not obstacle.effect]
        if others:
            refuse_obstacle(others)


def names_to_freeze(driver: Driver, site: RunSite, selected: frozenset[Point]) -> Iterator[tuple[Point, str]]:
    """The names in statements that stand for something else by the time that their step is traced."""
    for point, name, _ in _changing(traced_at(driver, site, selected), selected | site.fed, frozenset()):
        yield point, name


def traced_at(driver: Driver, site: RunSite, selected: frozenset[Point]) -> Point:
    """Behind what a step is traced: with variables where it is defined, else where it is first called."""
    stateful = any(
        point.kind in (Kind.STATE, Kind.APPLY) or point.roles & MAKING_VARIABLES for point in selected
    )
    early = (point for point in selected if not is_late(driver, point))
    return max(early, key=lambda point: point.index) if stateful else site.point


def _check_selected(
    driver: Driver,
    site: RunSite,
    selected: frozenset[Point],
    flags: frozenset[str] = frozenset(),
    *,
    freezes: bool,
) -> None:
    """What no kind of step can do: the graph is not all built here, or not before the run."""
    if not selected:
        refuse(
            driver, "SES203", site.call, "a fetch that no statement here defines", "build it in this block"
        )
    for point in in_order(selected):
        if point.uses_kind(Kind.INITIALIZER):
            found = "an initialiser that another part of the graph runs or holds"
            refuse(driver, "SES215", point.node, found, "run it alone")
    late = frozenset(point for point in selected if is_late(driver, point))
    around_site = driver.around(site.point)
    for point in in_order(selected):
        around = (point, *point.parents)
        if not freezes and Role.EDITS_COLLECTION in point.roles:
            found = "lists of variables that the graph of towers changes"
            refuse(driver, "SES205", point.node, found, "leave them as they are")
        if any(source.kind is Kind.RUN for source in point.uses.get(SUMMARIES, ())):
            found = "summaries beside those that a function adds where it runs"
            refuse(driver, "SES206", point.node, found, "add all of them before")
        if point in late:
            if not runs_within(point, site.point):
                found = "a graph that grows while it runs, and is used elsewhere"
                refuse(driver, "SES206", point.node, found, "build it before")
            continue
        repeated = {parent for parent in around if not isinstance(parent.node, ast.With)}
        loops = point in around_site and not isinstance(point.node, ast.With)
        if loops or repeated & around_site or point.index > site.point.index:
            if not any(_adds_to_graph(one) for one in selected if point in (one, *one.parents)):
                found = f"`{first_line(point.node)}`, by which another part of the graph is fetched each time"
                refuse(driver, "SES203", point.node, found, "a run for each, under a condition")
            else:
                refuse(driver, "SES206", point.node, "a graph that grows while it runs", "build it before")
    traced = traced_at(driver, site, selected)
    check_names(driver, traced, selected | site.fed, flags, freezes=freezes)
    _check_fetched(driver, site, selected | site.fed)


def _adds_to_graph(point: Point) -> bool:
    """Whether a statement calls TensorFlow, or computes with tensors: none that only picks or lists some."""
    computed = (node for node in point.nodes if isinstance(node, (ast.BinOp, ast.UnaryOp, ast.Compare)))
    names = (node.id for one in computed for node in nodes_of(one) if isinstance(node, ast.Name))
    sources = (source for name in names for source in point.uses.get(name, ()))
    return bool(point.roles - {Role.HOST, Role.ACTS}) or any(one.kind in GRAPH_VALUES for one in sources)


def _check_fetched(driver: Driver, site: RunSite, within: frozenset[Point]) -> None:
    """What is fetched is computed in the step: Python values in it must never change, nor what is fed."""
    for fetch in site.fetches:
        for name, sources in sorted(fetch.sources.items()):
            if not sources <= within:
                refuse(driver, "SES208", fetch.node, f"{name}, a Python value in a fetch", "feed it")
    for feed in site.feeds:
        for name, sources in sorted(feed.sources.items()):
            if any(source.kind is Kind.RUN for source in sources):
                found = f"{name}, which a function that runs the graph gives another value"
                refuse(driver, "SES208", site.call, found, "use two names")


def _check_names_of_updates(driver: Driver, selected: frozenset[Point]) -> None:
    """A step computes first, and then updates: what makes both in one name scope enters that once."""
    last = updates(selected)
    if is_in_order(selected, last):
        return
    for header in in_order(around(last) & around(selected - last)):
        if Context.BUILDING in header.contexts:
            found = "an update that something follows which is computed, in a scope that names both"
            refuse(driver, "SES207", header.node, found, "update behind all else", effect=True)


def _check_updates(driver: Driver, site: RunSite, selected: frozenset[Point]) -> None:
    """A step runs in the order of its text; a graph has no order between an update and other reads."""
    applied = [point for point in in_order(selected) if point.kind is Kind.APPLY]
    for point in applied:
        if not point.is_straight:
            refuse(
                driver,
                "SES207",
                point.node,
                "an update in a loop or condition",
                "apply once, in straight code",
                effect=True,
            )
    if sum(_applied(point) for point in applied) > 1:
        refuse(
            driver,
            "SES207",
            site.call,
            "several updates in one run, in no order",
            "run them one by one",
            effect=True,
        )
    for point in in_order(selected):
        if point.kind is Kind.AVERAGE and not _is_awaited(site, point, selected):
            found = "moving averages, whose update this run does not fetch"
            refuse(driver, "SES207", point.node, found, "fetch it", effect=True)
        if point.kind is Kind.AVERAGE and not point.is_straight:
            found = "an update of moving averages in a loop or condition"
            refuse(driver, "SES207", point.node, found, "update once, in straight code", effect=True)
        reads = any(source.kind in WITHOUT_VALUE and source in _by_value(point) for source in point.sources)
        if reads and point.kind not in WITHOUT_VALUE and not _only_orders(driver, point):
            found = "a value that waits for an operation"
            refuse(driver, "SES207", point.node, found, "run one after the other", effect=True)
    sends = applied and makes_server(driver)
    for fetch in site.fetches if applied else ():
        if sends and fetch.is_variable:
            found = "a variable fetched beside an update, which its server sends as it was before that"
            refuse(driver, "SES207", fetch.node, found, "fetch it in a run of its own", effect=True)
        for node in nodes_of(fetch.node):
            if isinstance(node, (ast.Call, ast.BinOp)):
                found = "an expression fetched beside an update, which would be computed after it"
                refuse(driver, "SES207", fetch.node, found, "give it a name before the update", effect=True)


def _applied(point: Point) -> int:
    """How often a statement applies gradients; in a comprehension, more than once."""
    nodes = point.nodes
    again = (inner for node in nodes if isinstance(node, _REPEATING) for inner in nodes_of(node))
    return sum(isinstance(node, ast.Attribute) and node.attr in _APPLYING for node in (*nodes, *again))


_APPLYING = ("apply_gradients", "minimize")

_REPEATING = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def _by_value(point: Point) -> frozenset[Point]:
    """The points whose values a statement reads, not those that only changed what it reads."""
    return frozenset(
        source for name, sources in point.uses.items() for source in sources if name in source.defines
    )


def _is_awaited(site: RunSite, point: Point, selected: frozenset[Point]) -> bool:
    fetched = any(
        point in sources and name in point.defines
        for fetch in site.fetches
        for name, sources in fetch.sources.items()
    )
    return fetched or any(point in _by_value(other) for other in selected if other is not point)


def _only_orders(driver: Driver, point: Point) -> bool:
    """Whether it is the header of a block that holds nothing but operations, such as `tf.no_op()`."""
    inside = [other for other in driver.under(point.node) if other is not point]
    return point.kind is Kind.HEADER and all(other.kind in WITHOUT_VALUE for other in inside)


def check_names(
    driver: Driver,
    traced: Point,
    within: frozenset[Point],
    flags: frozenset[str] = frozenset(),
    *,
    freezes: bool = False,
) -> None:
    """Names that come from outside mean the same when the step is traced as where the graph was built.

    A step with variables is traced where it is defined, another one when it is first called. `flags` are
    names that towers hand on, which replicas tell from their index. Where it `freezes`, what a name stood for
    may get a name of its own.

    Raises:
      Refused: one may mean something else.
    """
    for point, name, found in _changing(traced, within, flags):
        if not freezes or not may_freeze(driver, point, name):
            refuse(driver, "SES208", point.node, found, "use two names")


def _changing(
    traced: Point, within: frozenset[Point], flags: frozenset[str]
) -> Iterator[tuple[Point, str, str]]:
    """The statements with a name from outside that may mean something else, and how that is."""
    made = {name for point in within for name in point.defines} - flags
    for point in in_order(within):
        late = isinstance(point.node, ast.FunctionDef)  # whose calls use what it finds where they stand
        for name in sorted(point.outside - GRAPH_STATE if not late else ()):
            if traced.reaching.get(name, frozenset()) - within:
                yield point, name, f"{name}, which changes between building and running"
            elif name in made:
                yield point, name, f"{name}, both a Python value and a tensor"
        for name, sources in sorted(point.uses.items()):
            if sources <= within or name in GRAPH_STATE | flags:
                continue
            if name in made:
                is_deleted = any(isinstance(one.node, ast.Delete) for one in sources - within)
                what = "made for the graph, and deleted" if is_deleted else "both a Python value and a tensor"
                yield point, name, f"{name}, {what}"
            elif traced.reaching.get(name, sources) - within != sources - within:
                yield point, name, f"{name}, which changes between building and running"
