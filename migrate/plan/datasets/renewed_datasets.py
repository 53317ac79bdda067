"""Which data sets a graph makes anew whenever their iterator is initialised.

Those that placeholders reach, and those in a seeded order, which a data set that is kept would go on with.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence

from migrate.model.driver import Driver, Point
from migrate.model.kinds import Kind, Role
from migrate.model.nodes import nodes_of
from migrate.model.refusal import Refused, object_to
from migrate.model.runs import RunSite
from migrate.syntax.arguments import argument_of
from migrate.syntax.closure import closure


def check_unfed(driver: Driver, sites: Sequence[RunSite]) -> None:
    """No data set of a block is made of placeholders, or must be made anew.

    Raises:
      Refused: one is.
    """
    for point in made_anew(driver, sites):
        found = "a data set that is made anew, beside an object that is given the session"
        object_to(
            Refused("SES203", driver.path, point.node, found, "make it of Python values, without a seed")
        )


def made_anew(driver: Driver, sites: Sequence[RunSite]) -> frozenset[Point]:
    """The statements about data that placeholders reach, or an order that starts anew with an iterator."""
    found: set[Point] = set()
    if _starts_again(driver, sites):
        data = (point for point in driver.points if point.kind is Kind.DATA)
        found.update(point for point in data if _is_seeded(driver, point))
    while True:
        more = {
            point
            for point in driver.points
            if point.kind is Kind.DATA
            and point not in found
            and any(source.kind is Kind.PLACEHOLDER or source in found for source in point.sources)
        }
        if not more:
            return frozenset(found)
        found |= more


def _starts_again(driver: Driver, sites: Sequence[RunSite]) -> bool:
    """Whether an iterator may be initialised more than once, or begins anew in an evaluation that repeats."""
    if any(site.looped is not None and site.looped.repeats for site in sites):
        return True
    starting = [
        site
        for site in sites
        if site.initialises
        and any(
            point.kind is Kind.DATA
            for fetch in site.fetches
            for points in fetch.sources.values()
            for point in points
        )
    ]
    return len(starting) > 1 or any(not driver.runs_once(site.point) for site in starting)


def _is_seeded(driver: Driver, point: Point) -> bool:
    """Whether a statement may describe a data set in a seeded order, in which one that is kept goes on."""
    functions = driver.bindings.functions

    def named(root: ast.AST) -> Iterator[ast.AST]:
        names = (node for node in nodes_of(root) if isinstance(node, ast.Name))
        return (functions[name.id] for name in names if name.id in functions)

    roots = (*point.own_nodes, *point.described_in)
    nodes = (node for root in closure(roots, named) for node in nodes_of(root))
    return any(isinstance(node, ast.Call) and _gives_order(driver, point, node) for node in nodes)


_WITHOUT_DATA = frozenset({"numpy", "tensorflow", *sys.stdlib_module_names})


def _gives_order(driver: Driver, point: Point, call: ast.Call) -> bool:
    dotted = driver.bindings.dotted.get(call.func, "tensorflow").partition(".")[0]
    if dotted not in _WITHOUT_DATA:
        return Role.DATA in point.roles  # a function of another module, which may do so
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    return "shuffle" in name and argument_of(call, 1, "seed") is not None
