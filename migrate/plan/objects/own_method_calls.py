"""Calls that the block of an object makes of its methods which run the graph: all of it must stand before."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.driver import Driver, Point
from migrate.model.runs import RunSite

from ..statements.objections import refuse
from ..steps.step import Step


def check_own_calls(driver: Driver, steps: Sequence[Step], sites: Sequence[RunSite]) -> None:
    """The block calls methods that run its graph behind all of its steps, and behind what initialises them.

    Such a method finds the steps and the saver as attributes, and nothing that it runs or restores is started
    anew behind it.

    Raises:
      Refused: it may call one before, or hand it to others there.
    """
    inside = _inside(driver)
    ends = [step.last.index for step in steps]
    ends += [site.point.index for site in sites if site.initialises and site.point not in inside]
    for point, node in own_calls(driver):
        if point.index <= max(ends):
            found = f"self.{node.attr}, which runs the graph, before that is built and initialised"
            refuse(driver, "SES206", node, found, "call it behind")


def own_calls(driver: Driver) -> Iterator[tuple[Point, ast.Attribute]]:
    """The statements of a block that name methods of its object which run the graph, and these names."""
    methods = {method.name for method in driver.methods}
    inside = _inside(driver)
    for point in (one for one in driver.points if one not in inside):
        for node in point.nodes:
            is_own = isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "self"
            if isinstance(node, ast.Attribute) and is_own and node.attr in methods:
                yield point, node


def _inside(driver: Driver) -> frozenset[Point]:
    """The statements of the methods that run the graph."""
    return frozenset(point for method in driver.methods for point in driver.under(method))
