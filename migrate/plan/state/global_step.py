"""The variable that counts the steps, where the text makes it among the statements of a step."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.driver import Driver, Point
from migrate.model.edit import Code, Replacement
from migrate.model.runs import Supervised

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
    for point in dict.fromkeys(told):
        if point is None or is_before(point, steps):
            continue
        node = point.node
        is_named = isinstance(node, ast.Assign) and [type(one) for one in node.targets] == [ast.Name]
        if not is_named or not any(point in step.selected for step in steps):
            found = "a variable that is said to count the steps, and that none of them makes"
            refuse(driver, "SES217", node, found, "tf.train.get_or_create_global_step()")
        assert isinstance(node, ast.Assign)
        parts: dict[str, ast.AST] = {"target": node.targets[0], "made": node.value}
        code = f"{{target}} = {variables}.counts_steps({{made}})"
        yield Replacement(node, Code(code, parts, comments_of=node))


def is_before(point: Point, steps: Sequence[Step]) -> bool:
    """Whether a variable is made outside of the steps, before them."""
    return any(point in step.state for step in steps)
