"""What a statement does with a session: calls that run the graph, and uses that need none."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.bindings import Bindings
from migrate.model.driver import Point
from migrate.model.kinds import GRAPH_VALUES, Kind, Role
from migrate.model.nodes import nodes_of
from migrate.syntax.arguments import passed_values
from migrate.syntax.runners import STARTING_ALL, lists_runners, started_list, starting_loop
from migrate.syntax.savers import is_saving, of_its_saver, of_supervisor
from migrate.syntax.servers import RUNNER

from ..cluster.sync_replicas import takes_only
from ..names.uses import names_of, root_name
from ..vocabulary import role_of
from .variable_listing_runs import is_each


def is_run(bindings: Bindings, point: Point, node: ast.AST) -> bool:
    """Whether `node` is a call of a session's `run`, of a tensor's `eval` or an operation's `run`.

    Or of what opens a session by itself, and runs in it what it is given.
    """
    if isinstance(node, ast.Call) and loops(bindings, node):
        return True
    if node in point.outside_runs:
        return True
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)) or node in point.own_calls:
        return False
    if is_session_run(point, node) or reads_step(bindings, node) or is_load(point, node):
        return True
    if node.func.attr not in ("eval", "run"):
        return False
    if assigned(bindings, point, _of_operation(node.func.value)) is not None:
        return True
    if any(_initialises(bindings, inner) for inner in nodes_of(node.func.value)):
        return True
    if node.func.attr == "eval" and _is_computed(bindings, node.func.value):
        return True
    root = root_name(_without_calls(node.func.value))
    kinds = {source.kind for source in point.uses.get(root or "", ())}
    if isinstance(node.func.value, ast.Attribute) and node.func.value.attr == "initializer":
        return Kind.SESSION not in kinds and bool(kinds & (GRAPH_VALUES | {Kind.DATA, Kind.INITIALIZER}))
    return bool(kinds & (GRAPH_VALUES | {Kind.INITIALIZER})) and Kind.SESSION not in kinds


def loops(bindings: Bindings, node: ast.Call) -> bool:
    """Whether a call opens a session by itself, and runs in it what it is given until it is done."""
    symbol = bindings.tensorflow(node.func)
    return symbol is not None and role_of(symbol) is Role.LOOP


def _is_computed(bindings: Bindings, node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and bindings.tensorflow(node.func) is not None


def _initialises(bindings: Bindings, node: ast.AST) -> bool:
    symbol = bindings.tensorflow(node.func) if isinstance(node, ast.Call) else None
    return symbol is not None and role_of(symbol) is Role.INITIALIZER


def reads_step(bindings: Bindings, node: ast.Call) -> bool:
    """Whether a call is `tf.train.global_step(session, variable)`, which runs the session for an int."""
    return bindings.tensorflow(node.func) == "tf.train.global_step"


def is_load(point: Point, node: ast.Call) -> bool:
    """Whether a call is `variable.load(value)`, which gives a variable a value in a session."""
    return (
        isinstance(node.func, ast.Attribute)
        and node.func.attr == "load"
        and _is_variable(point, node.func.value)
        and bool(node.args)
    )


def assigned(bindings: Bindings, point: Point, node: ast.AST) -> tuple[ast.Name, ast.expr] | None:
    """The variable and the value of `variable.assign(value)` or `tf.assign(variable, value)`.

    Where that is a Python value, which is another one in each run.
    """
    given = assignment(bindings, node)
    if given is None or not _is_variable(point, given[0]):
        return None
    variable, value = given
    assert isinstance(variable, ast.Name)
    return (variable, value) if is_python(bindings, point, value) else None


def assignment(bindings: Bindings, node: ast.AST) -> tuple[ast.expr, ast.expr] | None:
    """What `x.assign(value)` or `tf.assign(x, value)` gives a value, and that."""
    if not (isinstance(node, ast.Call) and not node.keywords):
        return None
    arguments = list(node.args)
    if isinstance(node.func, ast.Attribute) and node.func.attr == "assign" and len(arguments) == 1:
        arguments.insert(0, node.func.value)
    elif bindings.tensorflow(node.func) != "tf.assign":
        return None
    return (arguments[0], arguments[1]) if len(arguments) == 2 else None


def is_python(bindings: Bindings, point: Point, value: ast.expr) -> bool:
    """Whether nothing of a graph is in an expression of a statement, and nothing that computes one.

    But for what runs of it fetch, which give Python values.
    """
    runs = (node for node in nodes_of(value) if is_run(bindings, point, node))
    fetched = {inner for node in runs for inner in nodes_of(node)}
    in_graph = any(
        source.kind in GRAPH_VALUES
        for name in names_of(value)
        if name not in fetched
        for source in point.uses.get(name.id, ())
    )
    nodes = (node for node in nodes_of(value) if node not in fetched | bindings.prefixes)
    symbols = map(bindings.tensorflow, nodes)
    computes = any(symbol is not None and role_of(symbol) is not Role.HOST for symbol in symbols)
    return not in_graph and not computes


def _is_variable(point: Point, node: ast.expr) -> bool:
    """Whether it is a name of one variable, or in a loop of each that TensorFlow lists."""
    sources = point.uses.get(node.id, frozenset()) if isinstance(node, ast.Name) else frozenset[Point]()
    if len(sources) != 1 or not isinstance(node, ast.Name):
        return False
    (source,) = sources
    return source.kind is Kind.STATE or is_each(point, node)


def _of_operation(node: ast.expr) -> ast.expr:
    """`x` of `x.op`, which is run for its effect."""
    return node.value if isinstance(node, ast.Attribute) and node.attr == "op" else node


def is_session_run(point: Point, node: ast.Call) -> bool:
    """Whether a call is `session.run(…)`."""
    return (
        isinstance(node.func, ast.Attribute)
        and node.func.attr == "run"
        and isinstance(node.func.value, ast.Name)
        and is_session(point, node.func.value)
    )


def is_session(point: Point, node: ast.AST) -> bool:
    """Whether a name may stand for a session."""
    return isinstance(node, ast.Name) and any(
        source.kind is Kind.SESSION for source in point.uses.get(node.id, ())
    )


def needs_session(bindings: Bindings, point: Point, nodes: Sequence[ast.AST]) -> bool:
    """Whether a statement uses a session for something that steps have no counterpart for."""
    harmless = {name for root in nodes for name in _harmless(bindings, point, root)}
    return any(
        is_session(point, name) and isinstance(name.ctx, ast.Load) and name not in harmless
        for root in nodes
        for name in names_of(root)
    )


def _harmless(bindings: Bindings, point: Point, root: ast.AST) -> Iterator[ast.AST]:
    """Names of sessions that only say where to run: the rewritten code leaves them out."""
    yield from point.handed
    for node in nodes_of(root):
        if not isinstance(node, ast.Call):
            continue
        if loops(bindings, node):
            continue
        if is_run(bindings, point, node):
            assert isinstance(node.func, ast.Attribute)
            yield node.func.value
            yield from node.args
            yield from (keyword.value for keyword in node.keywords if keyword.arg == "session")
        elif bindings.tensorflow(node.func) in STARTING_ALL or _creates_threads(bindings, point, node):
            yield from node.args
            yield from (keyword.value for keyword in node.keywords)
        elif _asks_to_stop(point, node):
            assert isinstance(node.func, ast.Attribute)
            yield node.func.value
        elif is_saving(point, node) or _is_for_supervisor(bindings, point, node):
            yield from node.args[:1]
            yield from (keyword.value for keyword in node.keywords if keyword.arg == "sess")
        elif is_writing(bindings, point, node):
            for argument in passed_values(node):
                if isinstance(argument, ast.Attribute) and argument.attr in ("graph", "graph_def"):
                    yield argument.value


def _creates_threads(bindings: Bindings, point: Point, node: ast.Call) -> bool:
    """Whether a call starts the threads of one of the queue runners that a loop goes through."""
    runner = node.func.value if isinstance(node.func, ast.Attribute) else None
    sources = point.uses.get(runner.id, ()) if isinstance(runner, ast.Name) else ()
    loops = [source.node for source in sources if isinstance(source.node, ast.For)]
    return bool(loops) and all(
        isinstance(loop.iter, ast.Call)
        and lists_runners(bindings.tensorflow(loop.iter.func), loop.iter)
        and starting_loop(bindings.module.tree, loop.iter) is not None
        for loop in loops
    )


def _asks_to_stop(point: Point, node: ast.Call) -> bool:
    """Whether a call is `session.should_stop()`, of a monitored session."""
    session = node.func.value if isinstance(node.func, ast.Attribute) else None
    sources = point.uses.get(session.id, ()) if isinstance(session, ast.Name) else ()
    is_monitored = bool(sources) and all(source.monitors for source in sources)
    return is_monitored and isinstance(node.func, ast.Attribute) and node.func.attr == "should_stop"


def _is_for_supervisor(bindings: Bindings, point: Point, node: ast.Call) -> bool:
    """Whether a call gives a Supervisor a session, to write a summary, to save, or to start runners."""
    called = node.func
    if of_its_saver(bindings, point, node):
        return True
    if not (isinstance(called, ast.Attribute) and of_supervisor(bindings, point, called)):
        return False
    return called.attr in _SUMMARISING or starts_synchronising(bindings, point, node)


_SUMMARISING = ("summary_computed", "SummaryComputed")


def starts_synchronising(bindings: Bindings, point: Point, node: ast.Call) -> bool:
    """Whether a call is `supervisor.start_queue_runners(session, [runner])`, of what trains in step.

    Without a list, or with that of the graph, it starts those of inputs, which steps do not need.
    """
    called = node.func
    is_starting = isinstance(called, ast.Attribute) and called.attr in _STARTING
    if not is_starting or not node.args or node.keywords or not is_session(point, node.args[0]):
        return False
    if len(node.args) != 2:
        return len(node.args) == 1
    if _starts_inputs(bindings, point, node):
        return True
    return takes_only(bindings, point, node.args[1], RUNNER)


def _starts_inputs(bindings: Bindings, point: Point, node: ast.Call) -> bool:
    """Whether it starts the runners in a name for the graph's list of them."""
    name = node.args[1] if len(node.args) == 2 else None
    sources = point.uses.get(name.id, frozenset()) if isinstance(name, ast.Name) else frozenset[Point]()
    values = [one.node.value for one in sources if isinstance(one.node, ast.Assign)]
    calls = [one for one in values if isinstance(one, ast.Call)]
    return (
        bool(sources)
        and len(calls) == len(sources)
        and all(
            lists_runners(bindings.tensorflow(one.func), one)
            and started_list(bindings.module.tree, one) is not None
            for one in calls
        )
    )


_STARTING = ("start_queue_runners", "StartQueueRunners")


def is_writing(bindings: Bindings, point: Point, node: ast.Call) -> bool:
    """Whether a call makes a writer of event files, or gives it the graph."""
    symbol = bindings.tensorflow(node.func)
    if symbol is not None:
        return role_of(symbol) is Role.WRITER
    return _is_method(point, node, Kind.WRITER, ("add_graph",))


def _is_method(point: Point, node: ast.Call, kind: Kind, methods: Sequence[str]) -> bool:
    return (
        isinstance(node.func, ast.Attribute)
        and node.func.attr in methods
        and isinstance(node.func.value, ast.Name)
        and any(source.kind is kind for source in point.uses.get(node.func.value.id, ()))
    )


def _without_calls(node: ast.expr) -> ast.expr:
    """`x` of `x.initializer` and of `tf.reduce_mean(x)` alike: an expression by what it is made of."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
        node = node.args[0]
    return node
