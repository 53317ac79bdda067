"""What other code of a program changes between the building of a graph and its runs.

Methods of an object, and functions of a module that builds a graph, are called by other code. A step without
variables is traced when it is first called, and what a run fetches is chosen whenever it runs: whatever other
code does behind the building comes before that.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from migrate.model.driver import Driver
from migrate.model.effects import Effects, Locations, executed
from migrate.model.facts import ModuleFacts
from migrate.model.objects import Made
from migrate.model.runs import RunSite

from ..statements.objections import first_line, in_order, refuse
from .fates import Fates, touched_beside
from .soundness import traced_at


def check_beside(fates: Fates, effects: Effects, modules: Sequence[ModuleFacts]) -> None:
    """No step reads what other code has changed by the time that it is traced.

    Raises:
      Refused: one does.
    """
    driver = fates.driver
    late = [
        selected
        for step, selected in fates.traced.items()
        for site in step.sites
        if traced_at(driver, site, step.selected) is site.point and is_called_beside(driver, site)
    ]
    changed = changed_beside(driver, effects, modules) if late else Locations(())
    for selected in late:
        touched = {point: effects.of(executed(point.node)) for point in in_order(selected)}
        made = frozenset[Made]().union(*(one.makes for one in touched.values()))
        for point, one in touched.items():
            reads = (each for each in one.reads if getattr(each, "object", None) not in made)
            if any(map(changed.may_have, reads)):
                found = f"`{first_line(point.node)}`, which reads what other code changes before a run"
                refuse(driver, "SES252", point.node, found, "another object, or the session on a lower tier")


def is_called_beside(driver: Driver, site: RunSite) -> bool:
    """Whether a run stands in a method or function that code beside the block may call."""
    if site.outside is not None:
        return True
    is_inside = any(isinstance(one.node, ast.FunctionDef) for one in site.point.parents)
    return is_inside and bool(driver.methods or driver.is_global)


def changed_beside(driver: Driver, effects: Effects, modules: Sequence[ModuleFacts]) -> Locations:
    """What code beside a block may write, be it before the block begins or behind that."""
    return Locations(touched_beside(driver, effects, modules).writes)
