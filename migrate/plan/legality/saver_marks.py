"""Places of the graph's code where a saver saw some of the variables, and others were made behind it.

All variables are there when a saver is made now. The steps tell what stood where: each that makes variables
behind a place marks it between its statements, and the saver is told of the variables before the mark.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Mapping, Sequence

from migrate.model.driver import Driver, Point
from migrate.model.kinds import Context, Kind

from ..state.saved_lists import Listing
from ..statements.objections import refuse
from ..steps.step import Step
from ..steps.updates import in_parts
from .shared_state import made_behind, may_make


def places(
    driver: Driver,
    steps: Sequence[Step],
    moved: frozenset[Point],
    listed: Mapping[Point, Listing],
    replaced: Collection[Point],
    told: Collection[Point],
) -> dict[Point, str]:
    """Where savers see some of the variables alone, with a name for each: by the savers and what they choose.

    So do the statements by which such variables are `told`, which can be.

    In the place of those that are `replaced` something saves all variables.

    Raises:
      Refused: the steps do not make what stood in front of one before what stood behind it, or one is
        replaced.
    """
    found: dict[Point, str] = {}
    for point in driver.points:
        listing = listed.get(point)
        asks = point.kind is Kind.SAVER or point in told
        asking = listing.asking if listing is not None else (point,) * asks
        behind = {made_behind(driver, moved, place) for place in asking}
        if not any(behind):
            continue
        is_told = len(behind) == 1 and point not in replaced
        if not is_told or not _can_be_marked(driver, steps, asking[0], *behind):
            if listing is None:
                code, what = "SES217", "a saver that is made before some of the variables"
            else:
                code, what = "SES218", "a choice of variables to save, made before some of them"
            refuse(driver, code, asking[0].node, what, "make it after the graph")
        found[asking[0]] = _named(asking[0], found.values())
    return found


def can_be_told(driver: Driver, steps: Sequence[Step], moved: frozenset[Point], place: Point) -> bool:
    """Whether a store lists the variables that there were at a place, though others were made behind it."""
    behind = made_behind(driver, moved, place)
    return not behind or _can_be_marked(driver, steps, place, behind)


def _named(place: Point, others: Iterable[str]) -> str:
    """What a place is called: by the name that its statement gives."""
    target = place.node.targets[0] if isinstance(place.node, ast.Assign) else None
    name = "saver" if place.kind is Kind.SAVER else "listing"
    name = ast.unparse(target) if isinstance(target, (ast.Name, ast.Attribute)) else name
    count = sum(one.rpartition(" ")[0] == name or one == name for one in others)
    return f"{name} {count + 1}" if count else name


def _can_be_marked(driver: Driver, steps: Sequence[Step], place: Point, behind: frozenset[Point]) -> bool:
    """Whether what makes variables in front of a place comes before it in each step, and the rest behind."""
    in_block = all(isinstance(one.node, ast.With) and _names_nothing(one) for one in place.parents)
    if not in_block or driver.has_methods or driver.gives or driver.takes is not None or driver.continued:
        return False
    state = frozenset[Point]().union(*(step.state for step in steps))
    if any(point.kind is not Kind.OPTIMIZER for point in behind & state):
        return False
    for step in steps:
        selected = step.selected - step.state
        if step.pruned is None and behind & selected:
            computed, updating = in_parts(selected - step.late, at_once=not step.late)
            updated_before = (one for one in updating if one.index < place.index and may_make(driver, one))
            if behind & computed and any(updated_before):
                return False
    return True


def _names_nothing(header: Point) -> bool:
    """Whether a `with` may be entered once for what stands in front of a place, and once more behind it."""
    return Context.BUILDING not in header.contexts and Context.HOST not in header.contexts
