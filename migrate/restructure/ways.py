"""The ways of writing a program, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from migrate import analyse
from migrate.model.effects import Detail
from migrate.model.facts import ModuleFacts
from migrate.rewrite.engine import NotFollowed
from migrate.syntax.imports import Imports

from .entered_graphs import without_entered_graph
from .inlined import with_functions_inlined
from .named_first import with_names_first
from .postponed import with_postponed
from .program import Form, Program
from .saved_steps import with_steps_fetched
from .split_conditions import with_conditions_split
from .with_items import with_nested_items
from .written_out import with_fetches_written_out

_WAYS: Sequence[Callable[[Program], Form]] = (
    with_names_first,
    with_functions_inlined,
    with_nested_items,
    with_conditions_split,
    with_steps_fetched,
    without_entered_graph,
    with_postponed,
    with_fetches_written_out,
)


def restructured(unit: Sequence[ModuleFacts], imports: Imports) -> Sequence[ModuleFacts] | None:
    """What is known of the modules of a unit, written in other ways; None where there is no other one.

    Each way sees what those before it have written. What is too large to be followed, or to tell calls apart,
    has no steps anyway.
    """
    effects = unit[0].effects
    is_one = all(one.effects is effects for one in unit)
    if effects is None or not is_one or Detail.CONTEXTS not in effects.details:
        return None
    program, choices = Program(unit, effects), [one.choice for one in unit]
    for way in _WAYS:
        form = way(program)
        if not form.edits:
            continue
        try:
            changed = program.changed(form)
        except NotFollowed:  # it is told where the file is edited
            return None
        modules = [changed.get(one.module.path, one.module) for one in program.modules]
        found = analyse.analyse(modules, imports, effects.details)
        facts = [replace(one, choice=choice) for one, choice in zip(found, choices, strict=True)]
        if facts[0].effects is None or not facts[0].effects.known:
            return None
        program = Program(facts, facts[0].effects)
    return program.facts if program.facts is not unit else None
