"""The order of variables: what lists them finds them in the order in which the graph made them.

Variables that depend on Python values alone are made once, in front of the steps; others where a step makes
them. Where the graph made some of the first kind behind some of the second, a list of all has another order,
and so have the gradients that are computed for all. What is made in front of the steps is chosen so that this
does not matter (`state/created_once.py`), as far as statements tell that they list variables.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence

from migrate.model.driver import Point
from migrate.model.effects import Effects
from migrate.model.kinds import MAKING_VARIABLES, Role
from migrate.model.nodes import calls_in, last_name, place_in_text
from migrate.syntax.arguments import argument_of, is_none

from ..state.created_once import TRAINED, asked, may_make_trained
from ..statements.objections import first_line, in_order, refuse
from .fates import Fates

_OPTIMIZERS = frozenset({Role.OPTIMIZER, Role.TENSOR_OPTIMIZER})


def check_order_of_variables(
    fates: Fates, effects: Effects | None, looked_at: Collection[Point] = ()
) -> None:
    """Nobody lists variables that are made in another order than the graph made them, or their gradients.

    The loops `looked_at` list what has kept its order, as the rule has found that writes them.

    Raises:
      Refused: somebody does.
    """
    late, late_trained = _late(fates), _late(fates, trained=True)
    known = effects if effects is not None and effects.known else None
    for point in in_order(fates.driver.points) if late else ():
        lists = Role.READS_VARIABLES in point.roles and point not in fates.gone
        is_plain = known is not None and asked(point) == {TRAINED} and not known.reached([point.node])
        missing = late_trained if is_plain else late
        if lists and point not in looked_at and missing:
            line = missing[0].node.lineno
            found = f"a list of variables, in which that of line {line} would have another place"
            instead = "make variables of one kind, or name those you list"
            refuse(fates.driver, "SES253", point.node, found, instead)
    if late and known is not None:
        _check_gradients(fates, known, late)


def _late(fates: Fates, *, trained: bool = False) -> list[Point]:
    """What is made in front of the steps and was not, among the variables that may be `trained` if so."""
    made = MAKING_VARIABLES - _OPTIMIZERS
    inside, outside = (
        [point for point in points if point.roles & made and (not trained or may_make_trained(point))]
        for points in (frozenset[Point]().union(*fates.traced.values()), fates.made_before)
    )
    first = min((point.index for point in inside), default=None)
    return [point for point in in_order(outside) if first is not None and point.index > first]


def _check_gradients(fates: Fates, effects: Effects, late: Sequence[Point]) -> None:
    """No code that steps run has a list of variables, or their gradients, in which some are late."""
    traced = in_order(frozenset[Point]().union(*fates.traced.values()))
    trained = bool(_late(fates, trained=True))
    reached = effects.reached([one.node for one in traced])
    calls = {call for point in traced for call in point.calls}.union(*map(calls_in, reached))
    for call in sorted((one for one in calls if _lists_all(one, trained=trained)), key=place_in_text):
        place = f"that of line {late[0].node.lineno} would have another place"
        found = f"`{first_line(call)}`, in the order of the variables: {place}"
        refuse(fates.driver, "SES253", call, found, "make variables of one kind, or name those you list")


_COLLECTED = frozenset({"get_collection", "get_collection_ref"})
_VARIABLES = frozenset({"variables", "trainable_variables", "local_variables", "model_variables"})


def _lists_all(call: ast.Call, *, trained: bool) -> bool:
    """Whether a call lists all variables there are, or if so all that are `trained`, or their gradients."""
    if last_name(call.func) == "compute_gradients":
        chosen = argument_of(call, 1, "var_list")
        return trained and (chosen is None or is_none(chosen))
    given: dict[object, ast.expr] = {one.arg: one.value for one in call.keywords}
    given |= dict(enumerate(call.args))
    key = next((given[one] for one in (0, "key", "name") if one in given), None)
    name = key.attr if isinstance(key, ast.Attribute) else getattr(key, "value", "")
    collection = name.lower().replace("global_", "") if isinstance(name, str) else ""
    is_listed = trained or collection != "trainable_variables"
    return is_listed and collection in _VARIABLES and last_name(call.func) in _COLLECTED
