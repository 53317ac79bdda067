"""The parts of a run that do not depend on each other, so that each may be analysed by another process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from migrate import analyse, plan
from migrate.discover import import_groups
from migrate.model.bindings import Bindings
from migrate.model.source import Module
from migrate.syntax.closure import connected
from migrate.syntax.imports import Imports

ImportGroup: TypeAlias = "list[Module]"
Part: TypeAlias = "list[ImportGroup]"

# Without one of these in its text, a module is connected with others by its imports alone.
_CONNECTING = (b"import_module", b"Server")


def independent(modules: Sequence[Module], imports: Imports) -> Iterator[Part]:
    """The modules in parts, each of groups that imports connect, in the order of their first files.

    A part has all groups of which a program may need each other: to import modules by computed names, or to
    be served. Which of them it does need, only the facts tell.
    """
    groups = list(import_groups(modules, imports))
    home = {one.path: number for number, group in enumerate(groups) for one in group}
    pairs = [(home[one], home[other]) for one, other in _connections(modules)]
    for part in connected(range(len(groups)), pairs):
        yield [groups[number] for number in sorted(part)]


def _connections(modules: Sequence[Module]) -> Iterator[tuple[Path, Path]]:
    """The files that may need each other without an import that says so."""
    if any(word in one.code for one in modules for word in _CONNECTING):
        every = list(_bindings(modules))
        yield from analyse.chosen_by_name(every)
        yield from plan.may_be_served(every)


def _bindings(modules: Sequence[Module]) -> Iterator[Bindings]:
    """What names stand for in each module; a defect of ours there is told where its group is analysed."""
    for one in modules:
        try:
            found = analyse.bind(one)
        except Exception:
            continue
        yield found
