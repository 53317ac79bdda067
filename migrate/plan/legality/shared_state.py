"""When steps, which trace a graph each, share the state that one graph had."""

from __future__ import annotations

import ast
from collections.abc import Sequence, Set

from migrate.model.driver import Driver, Point
from migrate.model.kinds import MAKING_VARIABLES, Kind, Role
from migrate.model.nodes import calls_in

from ..state.variable_names import check_names, missing_rivals
from ..statements.objections import in_order, refuse

_NAMED_BY_ORDER = {
    frozenset({Role.OWN_VARIABLE, Role.LAYER, Role.METRIC}): "a variable",
    frozenset({Role.INPUT}): "an input",
}


def check_shared_state(driver: Driver, steps: Sequence[tuple[frozenset[Point], frozenset[Point]]]) -> None:
    """What only its order names, and streams of random numbers, belong to one graph.

    Each step traces a graph of its own: it finds the same variables and inputs where it makes the first ones
    of all, in the same order. `steps` are the statements of each step, and those of them that run once
    before it.

    Raises:
      Refused: a step leaves out some that others make before, or two draw from the same operation.
    """
    for roles, what in _NAMED_BY_ORDER.items():
        made = _made(steps, roles)
        for selected, _ in steps:
            own = in_order(selected & made)
            for point, other in zip(own, in_order(made), strict=False):
                if point is not other:
                    found = f"{what} named by its order in the graph, of which a step makes only later ones"
                    refuse(driver, "SES209", point.node, found, "use tf.get_variable, or name the layer")
    check_names(driver, steps)
    for selected, _ in steps:
        _check_averages(driver, selected)
    for selected, state in steps:
        for point in in_order(selected - state):
            if Role.STREAM not in point.roles:
                continue
            begins = any(one.kind is Kind.STATE and point in one.sources for one in selected)
            if begins or sum(point in other - made for other, made in steps) > 1:
                found = "random numbers that several runs draw from one operation"
                refuse(driver, "SES209", point.node, found, "build the operation once for each run")


def left_out_before(
    driver: Driver,
    steps: Sequence[tuple[frozenset[Point], frozenset[Point]]],
) -> list[frozenset[Point]]:
    """For each step what the graph built before something of the step's own that has its name by that."""
    every = frozenset[Point]().union(*(state for _, state in steps))
    found = [frozenset(missing_rivals(driver, selected, every)) for selected, _ in steps]
    for roles in _NAMED_BY_ORDER:
        made = _made(steps, roles)
        for index, (selected, _) in enumerate(steps):
            last = max((point.index for point in selected & made), default=-1)
            found[index] |= {point for point in made - selected if point.index < last}
    return found


def _made(steps: Sequence[tuple[frozenset[Point], frozenset[Point]]], roles: Set[Role]) -> set[Point]:
    """What the steps themselves make that has some roles."""
    return {
        point
        for selected, state in steps
        for point in selected - state
        if point.roles & roles and point.kind is not Kind.HEADER
    }


def _check_averages(driver: Driver, selected: frozenset[Point]) -> None:
    """The moving average of a tensor is named as its operation is: by what was built before that."""
    last = max((point.index for point in selected if Role.TENSOR_AVERAGE in point.roles), default=-1)
    averaged = [point for point in selected if point.index <= last]
    rivals = {other for point in averaged for other in driver.names.rivals_of_averages(point)}
    for point in in_order(rivals - selected):
        if point.kind in (Kind.SYMBOLIC, Kind.STATE, Kind.OPERATION):
            found = "a part of the graph that a step leaves out, before moving averages named after it"
            refuse(driver, "SES209", point.node, found, "build it behind them")


def made_behind(driver: Driver, moved: frozenset[Point], place: Point) -> frozenset[Point]:
    """The statements of steps behind a place that may make variables, which a saver there does not save."""
    return frozenset(point for point in moved if point.index > place.index and may_make(driver, point))


def may_make(driver: Driver, point: Point) -> bool:
    """Whether a statement of a step may make variables that a saver is to save: slots are made by updates."""
    makes = point.roles & MAKING_VARIABLES or point.kind in (Kind.APPLY, Kind.AVERAGE)
    return bool(makes) and not _descends_alone(driver, point)


def _descends_alone(driver: Driver, point: Point) -> bool:
    """Whether all that might make variables is the plain optimizer, which has none of its own."""
    value = point.node.value if isinstance(point.node, (ast.Assign, ast.Expr)) else None
    if point.kind is Kind.OPTIMIZER:
        return _is_plain_descent(driver, value)
    applied = value.func if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) else None
    if applied is None or applied.attr not in ("minimize", "apply_gradients"):
        return False
    others = (node for node in calls_in(point.node) if node is not value)
    if any(driver.bindings.tensorflow(one.func) is None for one in others):
        return False  # of the program's own, with an optimizer in it perhaps
    makers = point.roles & MAKING_VARIABLES - {Role.OPTIMIZER}
    if isinstance(applied.value, ast.Name):
        sources = point.uses.get(applied.value.id, frozenset())
        is_plain = bool(sources) and all(_descends_alone(driver, one) for one in sources)
        return is_plain and all(one.kind is Kind.OPTIMIZER for one in sources) and not makers
    return _is_plain_descent(driver, applied.value) and not makers


def _is_plain_descent(driver: Driver, node: ast.expr | None) -> bool:
    symbol = driver.bindings.tensorflow(node.func) if isinstance(node, ast.Call) else None
    return symbol == "tf.train.GradientDescentOptimizer"
