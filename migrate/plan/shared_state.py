"""When steps, which trace a graph each, share the state that one graph had."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence, Set

from migrate.model.driver import Driver, Point
from migrate.model.kinds import GRAPH_VALUES, MAKING_VARIABLES, Context, Kind, Role
from migrate.model.nodes import nodes_of

from .refusing import in_order, refuse

_NAMED_BY_ORDER = {
    frozenset({Role.OWN_VARIABLE, Role.LAYER, Role.METRIC}): "a variable",
    frozenset({Role.INPUT}): "an input",
}

_NAMED_AS_OPERATIONS = frozenset({Role.OWN_VARIABLE, Role.METRIC})


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
    _check_name_scopes(driver, [selected - state for selected, state in steps])
    for selected, _ in steps:
        _check_averages(driver, selected)
    for selected, _ in steps if len(steps) > 1 else ():
        for point in in_order(selected):
            if _is_seeded(point) and sum(point in other for other, _ in steps) > 1:
                found = "random numbers that several runs draw from one operation"
                refuse(driver, "SES209", point.node, found, "build the operation once for each run")


def left_out_before(
    steps: Sequence[tuple[frozenset[Point], frozenset[Point]]],
) -> list[frozenset[Point]]:
    """For each step what others make that only its order names, before something of the step's own."""
    found = [frozenset[Point]() for _ in steps]
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


def _check_name_scopes(driver: Driver, steps: Sequence[frozenset[Point]]) -> None:
    """A `tf.Variable` is named as an operation is: by all that was built in its name scope before it."""
    for index, one in enumerate(steps):
        for other in steps[:index]:
            shared = [point for point in one & other if point.roles & _NAMED_AS_OPERATIONS]
            last = max((point.index for point in shared), default=-1)
            unnamed = not any(point.names_variables for point in shared)
            taken = [_name_given(driver, point) for point in shared]
            for point in in_order(one ^ other):
                is_apart = _only_computes(driver, point) and (unnamed or _names_others(driver, point, taken))
                is_apart |= _is_summary_beside(driver, point, taken)
                if is_apart and _is_in_scopes(driver, point, one & other):
                    continue
                if point.index < last and point.kind in GRAPH_VALUES - {Kind.PLACEHOLDER}:
                    found = "a part of the graph that only some steps build, before variables named after it"
                    refuse(driver, "SES209", point.node, found, "use tf.get_variable")


def _only_computes(driver: Driver, point: Point) -> bool:
    """Whether TensorFlow names all that it builds, and so nothing as it does variables without names."""
    nodes = [node for root in point.own_nodes for node in nodes_of(root)]
    every = [node for node in nodes if isinstance(node, ast.Call)]
    calls = [call for call in every if not _collects(driver, point, call)]
    given = [inner for call in calls for value in call.args for inner in nodes_of(value)]
    return (
        point.kind is Kind.SYMBOLIC
        and point.roles <= {Role.PURE}
        and all(driver.tensorflow(call.func) is not None for call in calls)
        and not any(keyword.arg in ("name", None) for call in calls for keyword in call.keywords)
        and not any(_may_be_text(driver, point, inner) for inner in given)
    )


def _collects(driver: Driver, point: Point, call: ast.Call) -> bool:
    """Whether a call only puts values into a list of the block's, or makes one of them."""
    if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name):
        sources = [one for one in point.uses.get(call.func.value.id, ()) if one.kind not in GRAPH_VALUES]
        return call.func.attr == "append" and all(_is_container(one) for one in sources)
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    return name in ("len", "list", "range", "tuple", "zip") and name not in point.uses


def _is_container(point: Point) -> bool:
    """Whether a statement makes a list, a tuple or a dictionary, which is no text."""
    value = point.node.value if isinstance(point.node, ast.Assign) else None
    return isinstance(value, (ast.List, ast.Tuple, ast.Dict))


def _is_in_scopes(driver: Driver, point: Point, opened: frozenset[Point]) -> bool:
    """Whether nothing is around a statement but name scopes that are opened without it as well."""
    around = [parent for parent in point.parents if Context.BUILDING in parent.contexts]
    calls = [item.context_expr for parent in around for item in parent.items(Context.BUILDING)]
    are_names = all(isinstance(one, ast.Call) and driver.tensorflow(one.func) == _SCOPE for one in calls)
    return are_names and opened.issuperset(around)


_SCOPE = "tf.name_scope"


def _name_given(driver: Driver, point: Point) -> str | None:
    """The name that a statement gives the one variable that it makes, if TensorFlow alone builds the rest."""
    made = point.node.value if isinstance(point.node, (ast.Assign, ast.AnnAssign)) else None
    if not isinstance(made, ast.Call) or driver.tensorflow(made.func) != "tf.Variable" or len(made.args) > 1:
        return None
    calls = [node for node in nodes_of(made) if isinstance(node, ast.Call)]
    if any(driver.tensorflow(call.func) is None for call in calls):
        return None
    names = [keyword.value for call in calls for keyword in call.keywords if keyword.arg in ("name", None)]
    own = [keyword.value for keyword in made.keywords if keyword.arg == "name"]
    if names != own:
        return None
    name = own[0] if own else ast.Constant("Variable")
    return name.value if isinstance(name, ast.Constant) and isinstance(name.value, str) else None


def _names_others(driver: Driver, point: Point, taken: Sequence[str | None]) -> bool:
    """Whether no variable has a name that TensorFlow may give an operation of a statement by itself."""
    calls = [node for root in point.own_nodes for node in nodes_of(root) if isinstance(node, ast.Call)]
    symbols = [(driver.tensorflow(call.func) or "").rpartition(".")[2] for call in calls]
    given = {_letters(symbol) for symbol in symbols} | {
        _letters(one.replace("reduce_", "")) for one in symbols
    }
    return not any(
        name is None or _letters(name) in given or _BY_OPERATORS.fullmatch(_letters(name)) for name in taken
    )


def _letters(name: str) -> str:
    return re.sub(r"[^a-z]", "", name.lower())


# What operators, and conversions of what they are given, are called; and what losses are made of.
_BY_OPERATORS = re.compile(
    r"abs|addv?|and|cast|const|equal|eq|ge|getitem|greater(equal)?|gt|identity|invert|le|less(equal)?|"
    r"logical(and|or|not)|logisticloss|lt|matmul|(floor)?mod|mul|ne|neg|notequal|or|packed|pow|rank|reshape|"
    r"shape|size|stridedslice|sub|truediv|floordiv|xentropy|xor"
)


def _is_summary_beside(driver: Driver, point: Point, taken: Sequence[str | None]) -> bool:
    """Whether a statement builds one summary alone, by a name that takes none from the variables' names."""
    call = point.node.value if isinstance(point.node, (ast.Assign, ast.Expr)) else None
    if (
        not isinstance(call, ast.Call)
        or driver.tensorflow(call.func) not in _SUMMARIES
        or len(call.args) != 2
    ):
        return False
    tag, value = call.args
    is_plain = isinstance(tag, ast.Constant) and isinstance(value, ast.Name) and not call.keywords
    if not is_plain or not isinstance(tag, ast.Constant):
        return False
    parts = set(re.sub(r"[^a-z0-9/]", "_", str(tag.value).lower()).split("/"))
    return not any(name is None or parts & set(name.lower().split("/")) for name in taken)


_SUMMARIES = frozenset({"tf.summary.scalar", "tf.summary.histogram"})


def _may_be_text(driver: Driver, point: Point, node: ast.AST) -> bool:
    """Whether an argument may be a name: a constant, or a Python value that is not known."""
    if isinstance(node, ast.Name):
        sources = point.uses.get(node.id, frozenset())
        is_tensor = bool(sources) and all(one.kind in GRAPH_VALUES or _is_container(one) for one in sources)
        return not is_tensor and driver.tensorflow(node) is None
    return isinstance(node, (ast.JoinedStr, ast.Starred)) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _check_averages(driver: Driver, selected: frozenset[Point]) -> None:
    """The moving average of a tensor is named as its operation is: by all that was built before it."""
    last = max((point.index for point in selected if Role.TENSOR_AVERAGE in point.roles), default=-1)
    for point in driver.points[: max(last, 0)]:
        if point.kind in (Kind.SYMBOLIC, Kind.STATE, Kind.OPERATION) and point not in selected:
            found = "a part of the graph that a step leaves out, before moving averages named after it"
            refuse(driver, "SES209", point.node, found, "build it behind them")


def _is_seeded(point: Point) -> bool:
    """Whether it draws random numbers that are to be the same in every run of the program."""
    keywords = (node.arg for node in nodes_of(point.node) if isinstance(node, ast.keyword))
    return point.called is Role.DRAW and "seed" in keywords


def check_savers(driver: Driver, moved: frozenset[Point]) -> None:
    """A saver that is not told which variables to save saves those that there are when it is made.

    Raises:
      Refused: some are made later, or it is told in a way that is not followed.
    """
    last = max(
        (
            point.index
            for point in moved
            if (point.roles & MAKING_VARIABLES or point.kind is Kind.APPLY)
            and not _descends_alone(driver, point)
        ),
        default=-1,
    )
    for point in driver.points:
        if point.kind is Kind.SAVER and point.index < last:
            found = "a saver that is made before some of the variables"
            refuse(driver, "SES217", point.node, found, "make it after the graph")


def _descends_alone(driver: Driver, point: Point) -> bool:
    """Whether all that might make variables is the plain optimizer, which has none of its own."""
    value = point.node.value if isinstance(point.node, (ast.Assign, ast.Expr)) else None
    if point.kind is Kind.OPTIMIZER:
        return _is_plain_descent(driver, value)
    applied = value.func if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) else None
    if applied is None or applied.attr not in ("minimize", "apply_gradients"):
        return False
    others = (node for node in nodes_of(point.node) if isinstance(node, ast.Call) and node is not value)
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
