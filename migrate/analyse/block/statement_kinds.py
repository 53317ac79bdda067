"""What a statement of a driver is for."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.bindings import Bindings
from migrate.model.driver import Point
from migrate.model.kinds import GRAPH_STATE, GRAPH_VALUES, WITHOUT_VALUE, Context, Kind, Role
from migrate.model.nodes import calls_in, nodes_of
from migrate.syntax.placeholders import SPARSE, default_of, placeholder_arguments
from migrate.syntax.savers import of_its_saver

from ..feed_dict.dictionaries import is_feed
from ..names.uses import root_name
from ..program.tree import Tree
from ..sessions.hooks import is_hook_class, names_hooks
from ..sessions.session_uses import is_run, needs_session
from ..vocabulary import APPLYING_METHODS


def kind_of(bindings: Bindings, point: Point, nodes: Sequence[ast.AST]) -> Kind:
    """What a statement is for, from what it calls and from what reaches it."""
    if isinstance(point.node, (ast.FunctionDef, ast.ClassDef)):
        if point.uses_kind(Kind.SESSION):
            return Kind.SESSION
        if is_hook_class(bindings, point.node):
            return Kind.HOST
        return Kind.SYMBOLIC if any(source.kind in GRAPH_VALUES for source in point.sources) else Kind.HOST
    if any(is_run(bindings, point, node) for root in nodes for node in nodes_of(root)):
        return Kind.RUN
    roles = point.roles
    if Role.SESSION in roles or needs_session(bindings, point, nodes) or _finalizes(bindings, point):
        return Kind.SESSION
    if point.called is Role.SAVER and _names_one(point.node):
        return Kind.SAVER
    if point.called is Role.WRITER and (_names_one(point.node) or isinstance(point.node, ast.Expr)):
        return Kind.WRITER  # without a name it writes the graph, and nothing else
    if any(source.kind in (Kind.SAVER, Kind.WRITER) for source in point.sources):
        return Kind.HOST
    if any(of_its_saver(bindings, point, node) for root in nodes for node in calls_in(root)):
        return Kind.HOST
    if names_hooks(bindings, point):
        return Kind.HOST
    if Role.CONFIG in roles or any(
        reaching.kind is Kind.CONFIG for name in point.mutates for reaching in point.uses.get(name, ())
    ):
        return Kind.CONFIG
    if roles & {Role.GRAPH, Role.MODE}:
        return Kind.GRAPH
    values = [reaching for points in point.uses.values() for reaching in points]
    in_graph = [one for one in values if one.kind in GRAPH_VALUES or _names_scope(one)]
    if (
        Role.INITIALIZER in roles
        and roles <= {Role.INITIALIZER, Role.HOST, Role.OPERATION}
        or (any(value.kind is Kind.INITIALIZER for value in values) and not in_graph)
    ):
        return Kind.INITIALIZER
    if point.called is Role.PLACEHOLDER and _names_one(point.node) and not _has_value(bindings, point.node):
        return Kind.PLACEHOLDER
    if any(is_apply(node) for root in nodes for node in nodes_of(root)):
        return Kind.APPLY
    if averages(bindings, point) is not None:
        return Kind.AVERAGE
    direct = {
        Role.OPTIMIZER: Kind.OPTIMIZER,
        Role.TENSOR_OPTIMIZER: Kind.OPTIMIZER,
        Role.SCHEDULE: Kind.SCHEDULE,
        Role.OPERATION: Kind.OPERATION,
        Role.SHARED_VARIABLE: Kind.STATE,
        Role.OWN_VARIABLE: Kind.STATE,
    }
    if point.called in direct:
        return direct[point.called]
    makes_variables = Role.OWN_VARIABLE in roles and Role.OBJECT not in roles
    if makes_variables and isinstance(point.node, ast.Assign) and _is_literal(point.node.value):
        return Kind.STATE
    if _takes_element(point, nodes) or in_graph and _finds_iterator(bindings, point.node):
        return Kind.SYMBOLIC
    if _is_data(point, in_graph):
        return Kind.DATA
    if is_feed(point, in_graph):
        return Kind.FEED
    if in_graph or roles - {Role.HOST, Role.ACTS}:
        return Kind.SYMBOLIC
    return Kind.HOST


def _finalizes(bindings: Bindings, point: Point) -> bool:
    """Whether a statement only says that the graph is whole: `graph.finalize()`, or the default graph's."""
    call = point.node.value if isinstance(point.node, ast.Expr) else None
    function = call.func if isinstance(call, ast.Call) else None
    if not isinstance(function, ast.Attribute) or function.attr != "finalize":
        return False
    is_default = isinstance(function.value, ast.Call) and (
        bindings.tensorflow(function.value.func) == "tf.get_default_graph"
    )
    return is_default or isinstance(function.value, ast.Name) and point.uses_kind(Kind.GRAPH)


def _names_scope(point: Point) -> bool:
    """Whether a `with` statement gives a name to a scope of the graph, which ordinary Python cannot use."""
    return bool(point.defines) and bool({Context.BUILDING, Context.SAME_SCOPE} & set(point.contexts))


def _has_value(bindings: Bindings, node: ast.stmt) -> bool:
    """Whether it need not be fed: a sparse placeholder with a shape, or one whose default is no number."""
    assert isinstance(node, ast.Assign)
    assert isinstance(node.value, ast.Call)
    symbol = bindings.tensorflow(node.value.func)
    if symbol in SPARSE:
        return placeholder_arguments(node.value)[1] is not None
    return symbol == "tf.placeholder_with_default" and default_of(node.value) is None


def _names_one(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)


def called_role(tree: Tree, bindings: Bindings, node: ast.stmt) -> Role | None:
    """The role of the call that a statement is, or whose value it assigns."""
    if isinstance(node, (ast.Assign, ast.Expr)):
        return tree.call_role(bindings, node.value)[0]
    return None


def _is_literal(value: ast.expr) -> bool:
    return isinstance(value, (ast.Dict, ast.List, ast.Tuple))


def is_apply(node: ast.AST) -> bool:
    """Whether it is a call of `apply_gradients` or `minimize`."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in APPLYING_METHODS
    )


def gives_operation_alone(tree: Tree, bindings: Bindings, point: Point) -> bool:
    """Whether all that an update gives is its operation, and that to names: `op = optimizer.minimize(loss)`.

    Else what it defines may have a value, or is found in a container, an object, or by another name.
    """
    node = point.node
    if point.mutates - GRAPH_STATE - {root_name(call.func) for call in _updating(bindings, point)}:
        return False  # something else than the optimizer, such as a list
    if isinstance(node, ast.Expr):
        return not point.defines
    if not isinstance(node, ast.Assign) or not all(isinstance(one, ast.Name) for one in node.targets):
        return False
    names = {one.id for one in node.targets if isinstance(one, ast.Name)}
    return point.defines <= names and _is_operation(tree, bindings, point, node.value)


def _is_operation(tree: Tree, bindings: Bindings, point: Point, value: ast.expr) -> bool:
    """Whether an expression of an update gives an operation, or a list of some."""
    if isinstance(value, (ast.List, ast.Tuple)):
        return all(_is_operation(tree, bindings, point, one) for one in value.elts)
    if isinstance(value, ast.ListComp):
        return _is_operation(tree, bindings, point, value.elt)
    if isinstance(value, ast.IfExp):
        return all(_is_operation(tree, bindings, point, one) for one in (value.body, value.orelse))
    if isinstance(value, ast.Name):
        sources = point.uses.get(value.id, frozenset())
        return bool(sources) and all(one.kind in WITHOUT_VALUE for one in sources)
    is_update = any(value is call for call in _updating(bindings, point))
    return is_update or tree.call_role(bindings, value)[0] is Role.OPERATION


def _updating(bindings: Bindings, point: Point) -> Iterator[ast.Call]:
    """The calls in a statement that update by an optimizer, or by a moving average."""
    average = averages(bindings, point)
    yield from [average] if average is not None else []
    yield from (node for node in calls_in(point.node) if is_apply(node))


def averages(bindings: Bindings, point: Point) -> ast.Call | None:
    """The call in `op = averages.apply(…)`, of an `ExponentialMovingAverage` that the driver made."""
    call = getattr(point.node, "value", None) if isinstance(point.node, (ast.Assign, ast.Expr)) else None
    if not (
        isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "apply"
    ):
        return None
    made = point.uses.get(call.func.value.id, ()) if isinstance(call.func.value, ast.Name) else ()
    is_average = any(
        isinstance(source.node, ast.Assign)
        and isinstance(source.node.value, ast.Call)
        and bindings.tensorflow(source.node.value.func) == "tf.train.ExponentialMovingAverage"
        for source in made
    )
    return call if is_average else None


def compared(point: Point) -> Iterator[ast.Name]:
    """The names of tensors that a statement compares or looks up: in TF 1 by identity, in TF 2 by value."""
    for node in point.nodes:
        sides: list[ast.expr | None] = []
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], _COMPARING):
            sides = [node.left, *node.comparators]
        elif isinstance(node, ast.Dict):
            sides = [*node.keys]
        yield from (side for side in sides if isinstance(side, ast.Name) and is_tensor(point, side))


def orders_by_identity(point: Point) -> bool:
    """Whether a statement makes a set of tensors, which has an order of its own in each run of a program."""
    sets = (node for node in point.nodes if isinstance(node, ast.Set))
    return any(is_tensor(point, element) for node in sets for element in node.elts)


def is_tensor(point: Point, node: ast.expr) -> bool:
    """Whether it is a name that may stand for a part of the graph, and no list of such."""
    return isinstance(node, ast.Name) and any(
        source.kind in GRAPH_VALUES and not source.holds_several for source in point.uses.get(node.id, ())
    )


def is_no_dimension(bindings: Bindings, point: Point, node: ast.expr) -> bool:
    """Whether an expression surely stands for what TensorFlow made, and not for a part of its shape.

    Dimensions compare by value in TF 1 too; but those that are not known are not equal, nor unequal.
    """
    if isinstance(node, ast.Call):
        symbol = bindings.tensorflow(node.func)
        return symbol is not None and not symbol.lower().endswith(("shape", "dimension"))
    if isinstance(node, ast.BinOp):
        return any(is_no_dimension(bindings, point, side) for side in (node.left, node.right))
    if isinstance(node, ast.Subscript):
        return is_no_dimension(bindings, point, node.value)
    sources = point.uses.get(node.id, frozenset()) if isinstance(node, ast.Name) else frozenset[Point]()
    return bool(sources) and all(
        isinstance(source.node, ast.Assign)
        and source is not point
        and source.index < point.index
        and is_no_dimension(bindings, source, source.node.value)
        for source in sources
    )


_COMPARING = (ast.Eq, ast.NotEq, ast.In, ast.NotIn)


_HOST_DATA = frozenset(
    {Role.DATA, Role.INPUT, Role.HOST, Role.PURE, Role.DRAW, Role.STREAM, Role.EFFECT, Role.ACTS}
)


def _takes_element(point: Point, nodes: Sequence[ast.AST]) -> bool:
    """Whether it takes the next element of an iterator that the driver holds, as each run did."""
    inside = (node for root in nodes for node in nodes_of(root))
    takes = any(isinstance(node, ast.Attribute) and node.attr == "get_next" for node in inside)
    return takes and point.uses_kind(Kind.DATA)


def _finds_iterator(bindings: Bindings, node: ast.stmt) -> bool:
    """Whether it finds the iterator that a run names, by the handle that it feeds."""
    call = node.value if isinstance(node, ast.Assign) else None
    symbol = bindings.tensorflow(call.func) if isinstance(call, ast.Call) else None
    return symbol == "tf.data.Iterator.from_string_handle"


def _is_data(point: Point, in_graph: Sequence[Point]) -> bool:
    """Whether it makes a data set, or an iterator over one that the driver holds, out of Python values.

    A data set may also be made of placeholders, which its iterator's initialiser is fed.
    """
    if not point.roles <= _HOST_DATA or in_graph and not _describes_fed(point, in_graph):
        return False
    # A function that makes an iterator gives the elements of it: it belongs to the step.
    is_iterator = Role.INPUT in point.roles and point.called is not Role.INPUT
    return not is_iterator and (Role.DATA in point.roles or point.uses_kind(Kind.DATA))


def _describes_fed(point: Point, in_graph: Sequence[Point]) -> bool:
    """Whether it names a data set, or an iterator over one, that is made of placeholders alone."""
    if not _names_one(point.node) or any(one.kind is not Kind.PLACEHOLDER for one in in_graph):
        return False
    assert isinstance(point.node, ast.Assign)
    value = point.node.value
    if any(isinstance(node, ast.Attribute) and node.attr in PULLS for node in nodes_of(value)):
        return False
    while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        inner = value.func.value
        if isinstance(inner, ast.Name) and any(one.kind is Kind.DATA for one in point.uses.get(inner.id, ())):
            return True
        if not isinstance(inner, ast.Call):
            break
        value = inner
    return isinstance(value, ast.Call) and Role.DATA in point.roles


PULLS = ("get_next", "make_one_shot_iterator")
