"""What a run fetches is chosen anew at each run, and once for a step: nothing may change what chooses it.

Names of the block are seen to where steps are found (`soundness.py`); these are those of the code around it,
such as the number of a module in `losses[number]`, with the parts of what they stand for.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.driver import Driver
from migrate.model.effects import Effects, Locations, executed, overlap
from migrate.model.facts import ModuleFacts
from migrate.model.kinds import Kind
from migrate.model.objects import Cell, Location, Made, Object
from migrate.model.runs import RunSite
from migrate.syntax.placeholders import takes_texts

from ..statements.objections import first_line, refuse
from .beside import changed_beside, is_called_beside
from .fates import Fates, scope_of


def check_fetches(
    fates: Fates, effects: Effects, sites: Sequence[RunSite], modules: Sequence[ModuleFacts]
) -> None:
    """Nothing changes what the runs of a block are told to fetch, but for the block's own names.

    Raises:
      Refused: one does.
    """
    for site in sites:
        for name in _fed_texts(fates.driver, site):
            found = (
                f"{name.id}, texts that are fed, which a session gives as they were fed, and a step as bytes"
            )
            refuse(fates.driver, "SES203", name, found, "use what is fed")
    chosen = {site: some for site in sites if (some := _chosen_by(fates, effects, site))}
    given_back = {site: arrays for site in sites if (arrays := _given_back(effects, site))}
    for point in fates.driver.points if chosen or given_back else ():
        writes = effects.of(executed(point.node)).writes
        for site, arrays in given_back.items():
            if any(getattr(write, "object", None) in arrays for write in writes):
                fed = f"an array that line {site.call.lineno} feeds and fetches"
                found = f"`{first_line(point.node)}`, which changes {fed}"
                refuse(fates.driver, "SES252", point.node, found, "a copy of what is fed")
        for site, locations in chosen.items():
            if any(overlap(one, write) for one in locations for write in writes):
                found = f"`{first_line(point.node)}`, which changes what line {site.call.lineno} fetches"
                refuse(fates.driver, "SES252", point.node, found, "a run for each of what may be fetched")

    beside = {site: found for site, found in chosen.items() if is_called_beside(fates.driver, site)}
    changed = changed_beside(fates.driver, effects, modules) if beside else Locations(())
    for site, locations in beside.items():
        if any(map(changed.may_have, locations)):
            found = "a fetch that other code chooses between the runs"
            refuse(fates.driver, "SES252", site.call, found, "a run for each of what may be fetched")


def _fed_texts(driver: Driver, site: RunSite) -> Iterator[ast.Name]:
    """The fetches of placeholders of texts, as far as these are told by their calls."""
    for fetch in site.fetches:
        made = fetch.sources.get(fetch.node.id, ()) if isinstance(fetch.node, ast.Name) else ()
        if any(one.kind is Kind.PLACEHOLDER and takes_texts(driver, one) for one in made):
            assert isinstance(fetch.node, ast.Name)
            yield fetch.node


def _chosen_by(fates: Fates, effects: Effects, site: RunSite) -> frozenset[Location]:
    """The locations that a run reads to tell what it fetches, of the code around the block."""
    names = {name for fetch in site.fetches for name, sources in fetch.sources.items() if not sources}
    if not names:
        return frozenset()
    objects = effects.reachable(scope_of(fates.driver, site.point), names)
    reads = effects.of([site.point.node]).reads
    return frozenset(
        one for one in reads if (one.name in names if isinstance(one, Cell) else one.object in objects)
    )


def _given_back(effects: Effects, site: RunSite) -> frozenset[Object]:
    """The arrays that a run feeds and fetches: a session gives back the array itself, a step another one."""
    fed = {feed.placeholder: feed.value for feed in site.feeds if feed.placeholder is not None}
    fetched = (one.sources.get(one.node.id, ()) for one in site.fetches if isinstance(one.node, ast.Name))
    values = [fed[point] for sources in fetched for point in sources if point in fed]
    arrays = (one for value in values for one in effects.given(value))
    found = frozenset(one for one in arrays if isinstance(one, Made) and not one.is_container)
    return found | effects.within(site.call) if found else found
