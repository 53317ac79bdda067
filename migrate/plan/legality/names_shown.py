"""What steps know of the graph by its names: a placeholder is a parameter there, a variable is somewhere.

Names of variables, and those that operations are given, are the same in a step. A placeholder has the name
of the parameter that it has become, and a variable tells the device where it is, not that which it was asked
for. What functions print that are called is told elsewhere. The cost is the number of statements times what
they read.
"""

from __future__ import annotations

import ast

from migrate.model.driver import Point
from migrate.model.effects import Effects, Touched, executed
from migrate.model.kinds import Kind
from migrate.model.nodes import nodes_of
from migrate.model.objects import Field, Made, Sort
from migrate.syntax.placeholders import placeholder_call

from ..refusing import first_line, in_order, refuse
from ..steps import Step
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
        renamed = {placeholder_call(one) for one in step.parameters if not _keeps_name(one, step)}
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
    nodes = (node for root in point.own_nodes for node in nodes_of(root))
    reads = any(isinstance(node, ast.Attribute) and node.attr == "device" for node in nodes)
    return reads and not isinstance(point.node, (ast.With, ast.AsyncWith))


def _made_where(touched: Touched, field: str) -> frozenset[ast.AST]:
    """The calls that made the values of libraries, such as tensors, of which some code reads a field."""
    read = (one.object for one in touched.reads if isinstance(one, Field) and one.name == field)
    return frozenset(one.node for one in read if isinstance(one, Made) and one.sort is Sort.VALUE)


def _keeps_name(placeholder: Point, step: Step) -> bool:
    """Whether a parameter has the very name that the placeholder was given, in no scope of names."""
    if step.pruned is not None or placeholder.parents or placeholder.kind is not Kind.PLACEHOLDER:
        return False
    given = (one.value for one in placeholder_call(placeholder).keywords if one.arg == "name")
    names = {step.arguments[name] for name in placeholder.defines if name in step.arguments}
    return any(isinstance(one, ast.Constant) and {one.value} == names for one in given)
