"""The order of variables: what lists them finds them in the order in which the graph made them.

Variables that depend on Python values alone are made once, in front of the steps; others where a step makes
them. Where the graph made some of the first kind behind some of the second, a list of all has another order,
and so have the gradients that are computed for all.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence

from migrate.model.driver import Point
from migrate.model.effects import Effects
from migrate.model.kinds import MAKING_VARIABLES, Role
from migrate.model.objects import Scope

from ..state.created_once import may_be_trained
from ..statements.objections import first_line, in_order, refuse
from .fates import Fates, scope_of
from .sequences import Code, Sequences

_OPTIMIZERS = frozenset({Role.OPTIMIZER, Role.TENSOR_OPTIMIZER})


def check_order_of_variables(
    fates: Fates, effects: Effects | None, looked_at: Collection[Point] = ()
) -> None:
    """Nobody lists variables that are made in another order than the graph made them, or their gradients.

    The loops `looked_at` list what has kept its order, as the rule has found that writes them.

    Raises:
      Refused: somebody does.
    """
    late = _late(fates)
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
    if late and effects is not None and effects.known:
        _check_gradients(fates, effects, late)


def _late(fates: Fates, *, trained: bool = False) -> list[Point]:
    """What is made in front of the steps and was not, among the variables that may be `trained` if so."""
    made = MAKING_VARIABLES - _OPTIMIZERS
    inside, outside = (
        [point for point in points if point.roles & made and (not trained or _is_trained(point))]
        for points in (frozenset[Point]().union(*fates.traced.values()), fates.made_before)
    )
    first = min((point.index for point in inside), default=None)
    return [point for point in in_order(outside) if first is not None and point.index > first]


def _is_trained(point: Point) -> bool:
    """Whether some variable that a statement makes may be trained; it may make several."""
    makes_one = point.called in (Role.OWN_VARIABLE, Role.SHARED_VARIABLE)
    return may_be_trained(point) or not makes_one


def _check_gradients(fates: Fates, effects: Effects, late: Sequence[Point]) -> None:
    """What steps do with the gradients of all variables is the same in whatever order they come."""
    traced = frozenset[Point]().union(*fates.traced.values())
    outermost = [point for point in in_order(traced) if traced.isdisjoint(point.parents)]
    code = [Code(scope_of(fates.driver, point), [point.node]) for point in outermost]
    code += [Code(scope, _body(scope)) for scope in effects.reached([one.node for one in traced])]
    first = min(
        Sequences(effects, code, trained=bool(_late(fates, trained=True))).dependent(),
        key=lambda found: (str(fates.driver.path_of(found[0])), getattr(found[0], "lineno", 0)),
        default=None,
    )
    if first is not None:
        node, why = first
        place = f"that of line {late[0].node.lineno} would have another"
        found = f"`{first_line(node)}`, {why}: {place}"
        refuse(fates.driver, "SES253", node, found, "make variables of one kind, or treat each alike")


def _body(scope: Scope) -> Sequence[ast.AST]:
    body: Sequence[ast.AST] | ast.expr = getattr(scope, "body", ())
    return [body] if isinstance(body, ast.expr) else body
