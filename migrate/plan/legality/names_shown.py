"""What steps know of the graph by its names: a placeholder is a parameter there, a variable is somewhere.

Names of variables, and those that operations are given, are the same in a step. A placeholder keeps a name
that it was given where a statement of the step asks for it, and a variable tells the device where it is, not
that which it was asked for. What functions print that are called is told elsewhere. The cost is the number of
statements times what they read.
"""

from __future__ import annotations

import ast

from migrate.model.driver import Point
from migrate.model.effects import Effects, Touched, executed
from migrate.model.objects import Field, Made, Sort
from migrate.syntax.placeholders import placeholder_call

from ..state.variable_names import argument_names
from ..statements.objections import first_line, in_order, refuse
from .fates import Fates


def check_names_shown(fates: Fates, effects: Effects) -> None:
    """No step reads a name that its placeholders have lost, and no text has the device of a variable.

    Raises:
      Refused: one does.
    """
    if not effects.known:
        return
    traced = frozenset[Point]().union(*fates.traced.values())
    touched = {point: effects.of(executed(point.node)) for point in traced | fates.staying}
    for step, points in fates.traced.items():
        named = argument_names(fates.driver, points)
        renamed = {placeholder_call(one) for one in step.parameters if one not in named}
        for point in in_order(points - {*step.parameters}):
            if renamed & _made_where(touched[point], "name"):
                found = f"`{first_line(point.node)}`, which reads the name of a placeholder"
                refuse(fates.driver, "SES256", point.node, found, "a text of your own")
    for point in in_order(touched):
        if _asks_for_device(point) and _made_where(touched[point], "device"):
            found = f"`{first_line(point.node)}`, which reads the device of something in the graph"
            refuse(fates.driver, "SES256", point.node, found, "take it out, if nobody needs it")


def _asks_for_device(point: Point) -> bool:
    """Whether a statement reads a device by itself, but to place something there."""
    reads = any(isinstance(node, ast.Attribute) and node.attr == "device" for node in point.nodes)
    return reads and not isinstance(point.node, (ast.With, ast.AsyncWith))


def _made_where(touched: Touched, field: str) -> frozenset[ast.AST]:
    """The calls that made the values of libraries, such as tensors, of which some code reads a field."""
    read = (one.object for one in touched.reads if isinstance(one, Field) and one.name == field)
    return frozenset(one.node for one in read if isinstance(one, Made) and one.sort is Sort.VALUE)
