"""Objects that keep the session of a block and build nothing: steps of others run in its place."""

from __future__ import annotations

import ast

from migrate.model.driver import Point
from migrate.model.facts import DriverFacts
from migrate.model.kinds import GRAPH_STATE, GRAPH_VALUES, Kind
from migrate.model.outcome import Tier
from migrate.model.refusal import Refused, object_to

from ..layout.block_layout import DriverLayout
from ..layout.host_statements import HostEdits
from ..legality.blocks import check_closures, check_driver, check_statements
from ..lowering.lowering import Lowering
from ..objects.session_receiver import calls_without_session, check_taken, signatures
from ..state.variables_beside import lists_beside


def hold(facts: DriverFacts) -> Lowering:
    """Plan the class of such objects: they get no session, and keep none.

    Raises:
      Refused: they build a part of a graph, or do more with the session.
    """
    if facts.refusal is not None:
        raise facts.refusal
    driver = facts.driver
    check_driver(driver)
    check_taken(facts)
    check_closures(driver, frozenset())
    check_statements(driver, facts.sites)
    lists_beside(driver, facts.sites, (), "")  # which it has no store for
    calls = {site.point: site.call for site in facts.sites}
    starting = initialising(facts)
    for point in driver.points:
        if point not in starting and (_builds(point) or point in calls):
            found = "a part of the graph, in an object that runs those of others"
            object_to(Refused("SES219", driver.path_of(point.node), point.node, found, "build it in theirs"))
    hosts = HostEdits(driver, "", frozenset(), {}, {}, frozenset(), saves_by_compat=False)
    layout = DriverLayout(driver, frozenset(), starting | hosts.gone, frozenset())
    return Lowering(
        tuple(layout.layouts()),
        (*layout.replacements, *hosts.replacements),
        (),
        Tier.NATIVE,
        "",
        tuple(hosts.diagnostics),
        signatures=tuple(signatures(driver, "")),
        arguments=tuple(calls_without_session(driver)),
    )


def initialising(facts: DriverFacts) -> frozenset[Point]:
    """What initialises the variables while an object is made, and what it is called: this goes.

    Raises:
      Refused: it may do so another time, or not.
    """
    runs = {site.point: ast.dump(site.written) for site in facts.sites if site.initialises}
    named = {one for point in runs for one in point.sources if one.kind is Kind.INITIALIZER}
    last = max((point.index for point in runs), default=-1)
    before = [one for one in facts.driver.points if one.index < last and one not in runs]
    is_first = not any(one.kind is Kind.RUN or one.own_calls or one.handed for one in before)
    is_first &= len(set(runs.values())) == len(runs)
    for point in runs:
        begins = point.is_straight and point.node in getattr(facts.driver.owner, "body", ())
        if not (begins and is_first) or not isinstance(point.node, ast.Expr):
            found = "an initialiser, in an object that runs what others have built"
            instead = "run it in __init__, by itself, and first of all"
            object_to(Refused("SES219", facts.driver.path_of(point.node), point.node, found, instead))
    return frozenset({*runs, *named})


def _builds(point: Point) -> bool:
    """Whether a statement makes a part of a graph, or changes what a graph keeps."""
    return point.kind in GRAPH_VALUES | {Kind.GRAPH, Kind.SAVER, Kind.INITIALIZER} or bool(
        point.mutates & GRAPH_STATE
    )
