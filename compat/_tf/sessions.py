"""What a session does beside running: fetches, feeds, the default graph, errors, places."""

from __future__ import annotations

import contextlib
import functools
import re
from collections.abc import Callable, Iterator
from typing import Any

import tensorflow as tf
from tensorflow.python.client import session as session_module
from tensorflow.python.eager import context
from tensorflow.python.framework import error_interpolation, ops, stack
from tensorflow.python.ops import data_flow_ops, resource_variable_ops
from tensorflow.python.training import session_manager

SessionInterface = session_module.SessionInterface  # what queue runners, savers and hooks ask a session to be


def fetch_leaves(graph: tf.Graph, fetches: Any) -> tuple[list[Any], Callable[[list[Any]], Any]]:
    """The distinct tensors and operations of `fetches`, and what makes a result of its form of their values.

    Raises:
      TypeError, ValueError, InaccessibleTensorError: as `Session.run` does for what cannot be fetched.
    """
    mapper = session_module._FetchHandler(graph, fetches, {})._fetch_mapper
    return mapper.unique_fetches(), mapper.build_results


def feed_leaves(key: Any, value: Any) -> list[tuple[Any, Any]]:
    """Pairs of a tensor (or a name of one) and its value, for one item of a feed_dict.

    Raises:
      TypeError: a session could not feed `key` either.
    """
    for kind, _, expand, _ in session_module._REGISTERED_EXPANSIONS:
        if isinstance(key, kind) and expand is not None:
            return list(expand(key, value))
    raise TypeError(f'{key} in argument `feed_dict` has invalid type "{type(key).__name__}"')


def default_session(session: Any) -> Any:
    """Context manager in which `session` is the default session of this thread."""
    return stack.default_session(session)


def before_extending(place: Callable[[Any], None]) -> None:
    """Have sessions call `place(session)` before they hand new operations of their graph to the runtime."""
    plain = session_module.BaseSession._extend_graph

    def extend(self: Any) -> None:
        place(self)
        plain(self)

    session_module.BaseSession._extend_graph = extend


def leave_queues_on_devices() -> None:
    """Let a `tf.FIFOQueue` of a graph stand on the program's device, which TensorFlow 2 overrules by a CPU.

    With the rest of its pipeline on a GPU by name, soft placement moved both to the CPU. Where the queue
    alone is on the CPU, TensorFlow refuses the graph.
    """
    plain = data_flow_ops.FIFOQueue.__init__

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        plain(self, *args, **kwargs)
        graph = ops.get_default_graph()
        here = not context.executing_eagerly() and self.queue_ref.graph is graph
        if here and not graph._colocation_stack:
            place(self.queue_ref.op, "")
            graph._apply_device_functions(self.queue_ref.op)

    data_flow_ops.FIFOQueue.__init__ = __init__


def look_for_the_chief_each(seconds: float) -> None:
    """Let sessions that wait for another process to initialise look at least so often, not each 30 seconds.

    Each look opens a session, which never ends once a task of the cluster has left: a worker that sees too
    late that it may begin waits for a chief that has come to its end.
    """
    plain = session_manager.SessionManager.wait_for_session

    @functools.wraps(plain)
    def wait_for_session(self: Any, *args: Any, **kwargs: Any) -> Any:
        self._recovery_wait_secs = min(self._recovery_wait_secs, seconds)
        return plain(self, *args, **kwargs)

    session_manager.SessionManager.wait_for_session = wait_for_session


def place(op: tf.Operation, device: str) -> None:
    """Put `op`, which has not run yet, on `device`."""
    op._set_device(device)


def is_reference(tensor: tf.Tensor) -> bool:
    """Whether `tensor` stands for state, as reference variables and old queues do, and not for a value."""
    return bool(tensor.dtype._is_ref_dtype)


def give_initialized_value() -> None:
    """Let resource variables in graphs have TF 1's `initialized_value()`, which only others kept."""

    def initialized_value(self: Any) -> tf.Tensor:
        with ops.init_scope():
            is_initialized = tf.compat.v1.is_variable_initialized(self)
            return tf.compat.v1.cond(is_initialized, self.read_value, lambda: self.initial_value)

    resource_variable_ops.BaseResourceVariable.initialized_value = initialized_value


def enter_default_graph() -> Callable[[], None]:
    """Make this thread build into the default graph, and return what undoes it.

    The graph is not put on the stack of default graphs: `reset_default_graph` must go on working, and
    `init_scope` must leave a function for the default graph, not for eager mode.
    """
    ctx = context.context()
    local = ctx._thread_local_data
    was_eager = local.is_eager
    local.is_eager = False
    graphs = ops._default_graph_stack
    ctx.context_switches.push(False, lambda: graphs._GetGlobalDefaultGraph().as_default(), None)

    def leave() -> None:
        ctx.context_switches.pop()
        local.is_eager = was_eager

    return leave


def hand_on_seed() -> None:
    """Give the default graph the seed that was set while this process was eager, unless it has one."""
    graph, seed = ops._default_graph_stack._GetGlobalDefaultGraph(), context.global_seed()
    if graph.seed is None and seed is not None:
        graph.seed = seed


class BuildingInto:
    """The graphs and sessions that a thread has entered: which are its default ones, and how to leave."""

    def __init__(self, is_eager: bool, switches: list[Any], graphs: list[Any], sessions: list[Any]) -> None:
        self._held = is_eager, switches, graphs, sessions

    @classmethod
    def nothing(cls) -> BuildingInto:
        """Of a thread that has entered none, in eager mode."""
        eager = context.ContextSwitch(False, context.eager_mode, None)
        return cls(True, [eager], [], [])

    @contextlib.contextmanager
    def entered(self) -> Iterator[None]:
        """Inside, this thread has entered these; what it has at the end of that is kept."""
        before = self._of_thread()
        self._put(self._held)
        try:
            yield
        finally:
            self._held = self._of_thread()
            self._put(before)

    @staticmethod
    def _of_thread() -> tuple[bool, list[Any], list[Any], list[Any]]:
        ctx = context.context()
        return (
            ctx._thread_local_data.is_eager,
            ctx.context_switches.stack,
            ops._default_graph_stack.stack,
            stack._default_session_stack.stack,
        )

    @staticmethod
    def _put(held: tuple[bool, list[Any], list[Any], list[Any]]) -> None:
        ctx = context.context()
        is_eager, switches, graphs, sessions = held
        ctx._thread_local_data.is_eager = is_eager
        ctx.context_switches.stack = switches
        ops._default_graph_stack.stack = graphs
        stack._default_session_stack.stack = sessions


def begins_eagerly() -> bool:
    """Whether threads of this process begin in eager mode: not where TensorFlow 1's behaviour is on."""
    return bool(context.default_execution_mode == context.EAGER_MODE)


def error_of_graph(error: Any, graph: tf.Graph) -> Any:
    """`error` as a session raises it: with the operation of `graph` that failed, and where that was built."""
    message = re.sub(r"\{\{function_node \S+\}\} ?", "", str(error.message).partition(" [Op:")[0])
    node = session_module.BaseSession._NODEDEF_NAME_RE.search(message)
    op = None
    if node is not None:
        try:
            op = graph.get_operation_by_name(node.group(3))
        except (KeyError, ValueError):
            op = None  # an op of a function, or one that was added for a call
    message = error_interpolation.interpolate_graph(message, graph)
    return type(error)(op.node_def if op is not None else None, op, message)
