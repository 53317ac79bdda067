"""The step of a block that runs no part of its graph: it makes the variables that a loop reads."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from migrate.model.driver import Driver
from migrate.model.kinds import Kind
from migrate.model.refusal import Refused
from migrate.model.runs import Fetch, RunSite

from .variable_loops import MAKING, given_each, read_each


def building_site(driver: Driver, sites: Sequence[RunSite]) -> list[RunSite]:
    """What stands for a run that needs all that makes variables, and gives nothing; none without a loop."""
    headers = [header for site in sites if (header := read_each(site) or given_each(site)) is not None]
    first = min(headers, key=lambda one: one.index, default=None)
    makers = frozenset(
        point
        for point in driver.points
        if first is not None and point.index < first.index and point.roles & MAKING
        if not isinstance(point.node, (ast.ClassDef, ast.FunctionDef))
    )
    if first is None or not makers:
        return []
    nothing = ast.copy_location(ast.List([], ast.Load()), first.node)
    call = ast.copy_location(ast.Call(nothing, [], []), first.node)
    fetch = Fetch(nothing, {"": makers}, frozenset({Kind.OPERATION}))
    found, instead = "variables that a loop reads, and no run", "run what they are for"
    why = Refused("SES203", driver.path, first.node, found, instead, effect=True)
    return [RunSite(first, call, nothing, nothing, (fetch,), True, (), obstacle=why)]
