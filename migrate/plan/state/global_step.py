"""The variable that counts the steps, where the text makes it among the statements of a step."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.driver import Driver
from migrate.model.edit import Code, Replacement
from migrate.model.runs import Fetch, Supervised

from ..statements.objections import refuse
from ..steps.step import Step


def counting(
    driver: Driver, steps: Sequence[Step], supervised: Supervised | None, variables: str
) -> Iterator[Replacement]:
    """The edits by which steps tell the store which of the variables that they make counts them.

    Raises:
      Refused: what is said to count the steps is made by none of them, or in a way that is not followed.
    """
    told = [one.step for one in supervised.constructions] if supervised is not None else []
    told += [site.looped.step for step in steps for site in step.sites if site.looped is not None]
    for counted in (one for one in told if one is not None and not is_before(one, steps)):
        last = max(counted.makers, key=lambda one: one.index)
        around = [one for one in last.parents if not isinstance(one.node, ast.With)]
        targets = last.node.targets if isinstance(last.node, ast.Assign) else []
        is_unpacked = isinstance(counted.node, ast.Name) and [type(one) for one in targets] != [ast.Name]
        # What a name is unpacked from is the value of a function, whose text may stand here in its place.
        if around or is_unpacked or not any(counted.makers <= step.selected for step in steps):
            found = "a variable that is said to count the steps, and that none of them makes"
            refuse(driver, "SES217", last.node, found, "tf.train.get_or_create_global_step()")
        parts: dict[str, ast.AST] = {"made": last.node, "variable": counted.node}
        code = f"{{made}}\n{variables}.counts_steps({{variable}})"
        yield Replacement(last.node, Code(code, parts, comments_of=last.node))


def is_before(counted: Fetch, steps: Sequence[Step]) -> bool:
    """Whether the variable that counts the steps is made outside of them, before them."""
    return any(counted.makers <= step.state for step in steps)
