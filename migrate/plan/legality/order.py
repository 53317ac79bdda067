"""The order of variables: what lists them finds them in the order in which the graph made them.

Variables that depend on Python values alone are made once, in front of the steps; others where a step makes
them. Where the graph made some of the first kind behind some of the second, a list of all has another order.
"""

from __future__ import annotations

from collections.abc import Collection

from migrate.model.driver import Point
from migrate.model.kinds import MAKING_VARIABLES, Role

from ..refusing import in_order, refuse
from .fates import Fates

_OPTIMIZERS = frozenset({Role.OPTIMIZER, Role.TENSOR_OPTIMIZER})


def check_order_of_variables(fates: Fates, looked_at: Collection[Point] = ()) -> None:
    """Nobody lists variables that are made in another order than the graph made them.

    The loops `looked_at` list what has kept its order, as the rule has found that writes them.

    Raises:
      Refused: somebody does.
    """
    traced = frozenset[Point]().union(*fates.traced.values())
    inside = [point.index for point in traced if point.roles & (MAKING_VARIABLES - _OPTIMIZERS)]
    outside = [point for point in fates.made_before if point.roles & (MAKING_VARIABLES - _OPTIMIZERS)]
    late = [point for point in outside if inside and point.index > min(inside)]
    for point in in_order(fates.driver.points) if late else ():
        lists = Role.READS_VARIABLES in point.roles and point not in fates.gone
        if lists and point not in looked_at:
            found = (
                f"a list of variables, in which that of line {late[0].node.lineno} would have another place"
            )
            refuse(
                fates.driver,
                "SES253",
                point.node,
                found,
                "make variables of one kind, or name those you list",
            )
