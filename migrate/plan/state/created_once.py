"""Which variables and optimizers of a step are created once, before it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.driver import Driver, Point
from migrate.model.kinds import MAKING_VARIABLES, SLOTS, VARIABLE_SCOPE, Context, Kind, Role
from migrate.model.nodes import nodes_of
from migrate.syntax.closure import closure
from migrate.syntax.served import serving
from migrate.syntax.servers import made_server, made_synchroniser

from ..steps.sync_conditions import decided, whole_only
from .variable_names import keeps_name

_STATE = frozenset({Kind.STATE, Kind.OPTIMIZER})


def hoisted(driver: Driver, selected: frozenset[Point]) -> frozenset[Point]:
    """The statements of `selected` that make state out of Python values and other such state.

    In eager mode a learning-rate schedule gives a function, which only an optimizer may take. In a cluster a
    variable may wait for its value, and so must another one that begins with that. Variables keep their order
    where something depends on it: where they are listed, or gradients are, or the tasks of a cluster make
    them in turn, unless what has the workers train in step needs one: that is made once. Code that catches
    the error of a name that is taken meets all of them in one trace.
    """
    # Where a step lists them, its own optimizer makes them known; one made before has them already.
    may_wait = makes_server(driver)
    listed = _listed(driver, selected)
    catches = _catches_taken_names(driver, selected)
    lists_slots = any(SLOTS in point.uses and SLOTS not in point.mutates for point in driver.points)
    candidates = {
        point
        for point in selected
        if point.is_straight
        and not _is_regularised(point)
        and not _is_in_scope(point)
        and not point.uses.get(VARIABLE_SCOPE)
        and not _is_seen_missing(driver, point)
        and not (catches and point.called is Role.SHARED_VARIABLE)
        and not (point.kind is Kind.OPTIMIZER and lists_slots)
        and not (may_wait and point.kind is Kind.STATE and _begins_with_another(point))
        and (point.kind in _STATE or point.kind is Kind.SCHEDULE or _is_initial_value(point))
    }
    made_once = [one for one in selected if made_synchroniser(driver.bindings, one.node) is not None]
    once = frozenset(closure(made_once, lambda point: point.sources & selected))
    wholes = list(decided(driver, selected))
    candidates.update(*wholes)
    while True:
        kept = {point for point in candidates if _depends_on(point, selected, candidates)}
        elsewhere = {*driver.points} - selected
        kept -= {point for point in kept if not keeps_name(driver, point, kept | elsewhere)}
        kept -= {point for point in kept if _gives_its_name_away(point, selected, kept)}
        kept -= {point for point in kept if _is_drawn_in_steps(point, selected - kept)}
        behind = _behind_others(kept, selected - kept)
        kept -= {one for one in behind if may_wait and one not in once or _is_listed(one, listed)}
        kept = {
            point
            for point in kept
            if point.kind is not Kind.SCHEDULE or _only_for_optimizers(driver, point, kept)
        }
        kept = set(whole_only(kept, wholes))
        if kept == candidates:
            break
        candidates = kept
    within = frozenset[Point]().union(*wholes) & candidates
    wanted = (point for point in candidates if point.kind in _STATE or point in within)
    return frozenset(closure(wanted, lambda point: point.sources & candidates))


def in_all(driver: Driver, states: Sequence[tuple[frozenset[Point], frozenset[Point]]]) -> frozenset[Point]:
    """What every step that needs it can have made before it; `states` are its statements and its state."""
    made = frozenset[Point]().union(*(state for _, state in states))
    while True:
        kept = {
            point
            for point in made
            if all(point in state for selected, state in states if point in selected)
            and all(source in made for source in _named_sources(point) if _is_in_step(source, states))
            and keeps_name(driver, point, made)
        }
        if kept == made:
            return made
        made = frozenset(kept)


def _behind_others(kept: set[Point], others: frozenset[Point]) -> set[Point]:
    """The state that a graph made behind other variables, which a step makes."""
    makers = [one.index for one in others if one.roles & MAKING_VARIABLES and one.kind is not Kind.APPLY]
    return {
        point for point in kept if point.kind is Kind.STATE and point.index > min(makers, default=point.index)
    }


def _catches_taken_names(driver: Driver, selected: frozenset[Point]) -> bool:
    """Whether code catches errors of calls that make shared variables, in the block or elsewhere."""
    makers = {one.node for one in selected if Role.SHARED_VARIABLE in one.roles}
    tries = (one.node for one in driver.points if isinstance(one.node, ast.Try) and one.node.handlers)
    in_block = any(node in makers for one in tries for inner in one.body for node in nodes_of(inner))
    return in_block or driver.bindings.catches_taken_names


def _listed(driver: Driver, selected: frozenset[Point]) -> set[str]:
    """Which variables code has in the order in which they were made; gradients are those of trained ones."""
    listed = {what for one in driver.points if Role.READS_VARIABLES in one.roles for what in asked(one)}
    collected = (one for one in driver.points if Role.READS_COLLECTION in one.roles)
    listed.update(what for one in collected for what in asked(one, unless=_OTHERS))
    return listed | ({TRAINED} if any(Role.GRADIENT in one.roles for one in selected) else set())


def _is_listed(point: Point, listed: set[str]) -> bool:
    """Whether the variables that a statement makes are among those that are `listed`."""
    return _ANY in listed or TRAINED in listed and may_make_trained(point)


def _begins_with_another(point: Point) -> bool:
    """Whether it makes a variable with what another one has for a value."""
    return any(source.kind is Kind.STATE for source in _named_sources(point))


def makes_server(driver: Driver) -> bool:
    """Whether a block makes the server of a task, by a function or itself."""
    return any(
        made_server(driver.bindings, point.node) is not None
        or serving(driver.bindings, point.node) is not None
        for point in driver.points
    )


def _named_sources(point: Point) -> Iterator[Point]:
    return (one for name, sources in point.uses.items() if not name.startswith("<") for one in sources)


def _is_in_step(source: Point, states: Sequence[tuple[frozenset[Point], frozenset[Point]]]) -> bool:
    return any(source in selected for selected, _ in states)


def _is_drawn_in_steps(point: Point, others: frozenset[Point]) -> bool:
    """Whether it draws numbers that the step itself takes, too: others in each run.

    Of a variable it takes what that holds, which was drawn once.
    """
    draws = Role.DRAW in point.roles and not point.gives_variables
    return draws and any(point in other.sources for other in others)


def _gives_its_name_away(point: Point, selected: frozenset[Point], kept: set[Point]) -> bool:
    """Whether its name goes on to something else, in the step or while the step still needs it."""
    for name in point.defines:
        others = [other for other in selected if name in other.defines and other is not point]
        users = [other for other in selected - kept if point in other.uses.get(name, ())]
        later = any(user.index < other.index for user in users for other in others)
        if later or not kept.issuperset(others):
            return True
    return False


def _is_regularised(point: Point) -> bool:
    """Whether making it adds a loss to a collection, which a step must do in every trace."""
    nodes = [point.node, *(item for parent in point.parents for item in getattr(parent.node, "items", ()))]
    return any(
        isinstance(node, ast.keyword) and node.arg == "regularizer"
        for root in nodes
        for node in nodes_of(root)
    )


def _is_in_scope(point: Point) -> bool:
    """Whether it is made in a name or variable scope: in eager mode these do not count their names."""
    makes = point.roles & {Role.SHARED_VARIABLE, Role.OWN_VARIABLE}
    return bool(makes) and any(Context.BUILDING in parent.contexts for parent in point.parents)


def _is_seen_missing(driver: Driver, point: Point) -> bool:
    """Whether a statement before it asks which variables there are, and would be given it too."""
    if not point.roles & {Role.SHARED_VARIABLE, Role.OWN_VARIABLE}:
        return False
    reading = {Role.READS_VARIABLES, Role.READS_COLLECTION, Role.EDITS_COLLECTION}
    before = [other for other in driver.points if other.index < point.index and other.roles & reading]
    wanted = {what for other in before for what in asked(other)}
    names = (node.id for one in before for node in one.nodes if isinstance(node, ast.Name))
    if is_untrained(point):
        wanted.discard(TRAINED)
    if _is_in_usual_collections(point) and driver.bindings.functions.keys().isdisjoint(names):
        wanted.discard(_LOCAL)
    return bool(wanted)


TRAINED, _LOCAL, _ANY, _OTHERS = "trained variables", "local variables", "any variables", "other things"
_ASKS = {
    **dict.fromkeys(("trainable_variables", "TRAINABLE_VARIABLES"), TRAINED),
    **dict.fromkeys(("all_variables", "global_variables", "GLOBAL_VARIABLES"), _ANY),
    **dict.fromkeys(("local_variables", "LOCAL_VARIABLES"), _LOCAL),
    **dict.fromkeys(("model_variables", "MODEL_VARIABLES"), _ANY),
    **dict.fromkeys(("LOSSES", "REGULARIZATION_LOSSES", "SUMMARIES", "UPDATE_OPS"), _OTHERS),
    **dict.fromkeys(("get_losses", "get_total_loss"), _OTHERS),
    **dict.fromkeys(("get_regularization_loss", "get_regularization_losses"), _OTHERS),
}


def asked(point: Point, unless: str = _ANY) -> set[str]:
    """What a statement wants of the graph's collections: what its own text tells, else what is told here."""
    nodes = point.nodes
    found = {_ASKS[node.attr] for node in nodes if isinstance(node, ast.Attribute) and node.attr in _ASKS}
    return (found or {unless}) - {_OTHERS}


def is_untrained(point: Point) -> bool:
    """Whether it makes a variable that is said not to be trained."""
    return any(
        isinstance(node, ast.keyword)
        and node.arg == "trainable"
        and isinstance(node.value, ast.Constant)
        and node.value.value is False
        for node in nodes_of(point.node)
    )


def may_make_trained(point: Point) -> bool:
    """Whether some variable that a statement makes may be trained; it may make several."""
    makes_one = point.called in (Role.OWN_VARIABLE, Role.SHARED_VARIABLE)
    return may_be_trained(point) or not makes_one


def may_be_trained(point: Point) -> bool:
    """Whether a statement that makes variables may make one that optimizers update."""
    is_step = any(isinstance(node, ast.Attribute) and node.attr in _GLOBAL_STEPS for node in point.nodes)
    return not (is_step or is_untrained(point))


_GLOBAL_STEPS = ("create_global_step", "get_or_create_global_step")


def _is_in_usual_collections(point: Point) -> bool:
    """Whether it makes a variable by a call that is told no collections: it is no local one."""
    call = point.node.value if isinstance(point.node, ast.Assign) else None
    return (
        isinstance(call, ast.Call)
        and point.called in (Role.OWN_VARIABLE, Role.SHARED_VARIABLE)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in ("Variable", "get_variable")
        and not {one.arg for one in call.keywords} & {"collections", None}
        and len(call.args) <= _BEFORE_COLLECTIONS
    )


_BEFORE_COLLECTIONS = 2  # of the parameters of `tf.Variable`


def _is_initial_value(point: Point) -> bool:
    return (
        point.kind is Kind.SYMBOLIC
        and point.roles <= {Role.PURE, Role.HOST, Role.DRAW, Role.STREAM}
        and not point.mutates
    )


def _depends_on(point: Point, selected: frozenset[Point], candidates: set[Point]) -> bool:
    """Whether all that it uses is a candidate too, or lies outside of the graph."""
    for name, sources in point.uses.items():
        if name.startswith("<"):
            continue
        for source in sources:
            if source.kind is Kind.PLACEHOLDER or source in selected and source not in candidates:
                return False
            if point.kind is Kind.OPTIMIZER and source.kind is Kind.SYMBOLIC:
                return False  # a tensor of the step, such as a rate computed from a schedule
            if source.kind is Kind.SCHEDULE and point.called is not Role.OPTIMIZER:
                return False
            if source.kind is Kind.STATE and point.kind is Kind.SYMBOLIC:
                return False  # its value would be read once, not in every step
    return True


def _only_for_optimizers(driver: Driver, point: Point, candidates: set[Point]) -> bool:
    users = [other for other in driver.points if point in other.sources]
    return all(user.kind is Kind.OPTIMIZER and user in candidates for user in users)


def has_state(point: Point) -> bool:
    """Whether a statement makes or updates variables or input, or takes elements that a step may not need."""
    makes = point.roles & (MAKING_VARIABLES | {Role.INPUT}) or point.kind in _WITH_STATE
    return bool(makes) or point.uses_kind(Kind.DATA) and not _takes_one(point.node)


_WITH_STATE = frozenset({Kind.STATE, Kind.APPLY, Kind.OPTIMIZER})


def _takes_one(node: ast.AST) -> bool:
    """Whether it is `element = iterator.get_next()`."""
    call = node.value if isinstance(node, ast.Assign) else None
    return (
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and isinstance(call.func.value, ast.Name)
        and call.func.attr == "get_next"
    )
