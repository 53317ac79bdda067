"""A session that a Supervisor opens, whose runs become steps: what looks after these in the same way."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.driver import Driver
from migrate.model.edit import Code, Replacement
from migrate.model.runs import Supervised

from ..state.global_step import is_before
from ..statements.objections import refuse
from ..steps.step import Step

_INSTEAD = "make it behind the graph"


def check_supervised(driver: Driver, steps: Sequence[Step], supervised: Supervised) -> None:
    """What saves the variables knows all of them.

    Raises:
      Refused: some are made behind it.
    """
    for making in supervised.constructions:
        made = making.point
        if any(step.last.index > made.index for step in steps):
            refuse(
                driver, "SES217", made.node, "a Supervisor that is made before the graph is whole", _INSTEAD
            )


def supervising(supervised: Supervised, steps: Sequence[Step], variables: str) -> Iterator[Replacement]:
    """The edits by which a Supervisor looks after the variables of a store, and calls what summarises."""
    summarising = {site.call: step.name for step in steps for site in step.sites if site.summarises}
    for making in supervised.constructions:
        arguments, parts = [variables], _parts(making.options)
        arguments += [f"{one.arg}={{o{index}}}" for index, one in enumerate(making.options)]
        if making.step is not None and is_before(making.step, steps):
            arguments.append("global_step={step}")
            parts["step"] = making.step.node
        if making.call in summarising:
            arguments.append(f"summary_op={summarising[making.call]}")
        code = f"compat.train.SupervisedSteps({', '.join(arguments)})"
        if len(arguments) > 2:
            lines = "".join(f"    {argument},\n" for argument in arguments)
            code = f"compat.train.SupervisedSteps(\n{lines})"
        yield Replacement(making.call, Code(code, parts, imports=("import compat",)))
    for opening in supervised.openings:
        assert isinstance(opening.call.func, ast.Attribute)
        kept = ", ".join(f"{one.arg}={{o{index}}}" for index, one in enumerate(opening.kept))
        parts = {**_parts(opening.kept), "called": opening.call.func}
        yield Replacement(opening.call, Code(f"{{called}}({kept})", parts))


def _parts(keywords: Sequence[ast.keyword]) -> dict[str, ast.AST]:
    return {f"o{index}": one.value for index, one in enumerate(keywords)}
