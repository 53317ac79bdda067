"""Parts of a graph that is being traced, as functions; and traces that run only what is asked for."""

from __future__ import annotations

import contextlib
import threading
import weakref
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

import tensorflow as tf
from tensorflow.core.framework import attr_value_pb2
from tensorflow.python.eager import context, lift_to_graph, wrap_function
from tensorflow.python.framework import func_graph, ops
from tensorflow.python.ops import op_selector

from .operations import is_traced, operations_after, operations_before, reached


def lift(
    tensors: Sequence[tf.Tensor], given: Sequence[tf.Tensor] = ()
) -> Callable[[], Callable[[Sequence[tf.Tensor]], list[tf.Tensor]]]:
    """What makes functions that compute `tensors`, of the graph being traced, outside of that graph.

    They take values of the tensors `given`, which are of the same graph. Each of them has kernels of its own.
    Of a cluster, what names a device without a task runs on this process's, as a session's own would.

    Raises:
      ValueError: a tensor depends on an argument of the function being traced.
    """
    source = tensors[0].graph
    outer_of = {id(inner): outer for outer, inner in source.captures}
    lifted_graph = func_graph.FuncGraph("initial_value")
    op_map = lift_to_graph.lift_to_graph(
        tensors, lifted_graph, sources=[*given, *(inner for _, inner in source.captures)], add_sources=False
    )
    held = [inner for _, inner in source.captures if inner in op_map]
    lifted_graph.inputs = [op_map[inner] for inner in (*given, *held)]
    lifted_graph.outputs = [op_map[tensor] for tensor in tensors]
    lifted_graph.structured_outputs = list(lifted_graph.outputs)
    _place_on_own_task(lifted_graph)
    captured = [outer_of[id(inner)] for inner in held]

    def make() -> Callable[[Sequence[tf.Tensor]], list[tf.Tensor]]:
        function = wrap_function.WrappedFunction(lifted_graph, wrap_function.VariableHolder())
        return lambda values: list(function._call_flat([*values, *captured], []))

    return make


def _place_on_own_task(graph: func_graph.FuncGraph) -> None:
    """Have no operation be on a device that several tasks have: a function called eagerly takes none such."""
    own = context.get_server_def()
    if own is None:
        return
    task = tf.DeviceSpec(job=own.job_name, replica=0, task=own.task_index)
    for operation in graph.get_operations():
        device = tf.DeviceSpec.from_string(operation.device)
        if operation.device and device.job is None:
            operation._set_device(task.make_merged_spec(device).to_string())


def cut(tensors: Sequence[tf.Tensor], sources: Sequence[tf.Tensor]) -> Callable[..., list[tf.Tensor]]:
    """A function from values of `sources` to those of `tensors`, which all belong to the graph being traced.

    Called in another function's trace, it builds the ops between the two there.

    Raises:
      ValueError: a tensor depends on an argument of the function being traced.
    """
    graph = tensors[0].graph
    held = [(outer, inner) for outer, inner in graph.captures if not is_traced(outer)]
    lifted = func_graph.FuncGraph("input")
    op_map = lift_to_graph.lift_to_graph(
        tensors, lifted, sources=[*sources, *(inner for _, inner in held)], add_sources=False
    )
    held = [(outer, inner) for outer, inner in held if inner in op_map]
    for op in lifted.get_operations():
        op._set_device("")  # an input function stays on the host, where TF 1's queue runners ran it
    names = [op_map[tensor].name for tensor in (*sources, *(inner for _, inner in held))]
    captured = [outer for outer, _ in held]
    nodes = lifted.as_graph_def()
    wanted = [op_map[tensor].name for tensor in tensors]
    shapes = [tensor.shape for tensor in tensors]

    def compute(*values: tf.Tensor) -> list[tf.Tensor]:
        # Copied, not called: some runtimes cannot call a function from a dataset's.
        inside = ops.get_default_graph()
        given = [*values, *(inside.capture(outer) for outer in captured)]
        results: list[tf.Tensor] = tf.graph_util.import_graph_def(
            nodes, dict(zip(names, given, strict=True)), wanted, name="element"
        )
        for result, shape in zip(results, shapes, strict=True):
            result.set_shape(shape)  # what the traced code knew by set_shape is in no op
        return results

    return compute


def as_written() -> Any:
    """Context manager in which operations are built that Grappler leaves as they are."""
    keep = attr_value_pb2.AttrValue(b=True)
    return ops.get_default_graph()._attr_scope({"_grappler_do_not_remove": keep})


def trace(name: str, body: Callable[..., Any], signature: Sequence[tf.TypeSpec]) -> Traced:
    """Trace `body` on arguments of `signature`, as graph code without automatic control dependencies."""
    calls: list[tuple[tuple[Any, ...], Any]] = []

    def traced(*args: Any) -> None:
        calls.append((args, body(*args)))

    graph = func_graph.func_graph_from_py_func(name, traced, signature, {}, add_control_dependencies=False)
    return Traced(graph, *calls[0])


# A function of fetched values that need a placeholder which is not among its inputs.
NotFedError = op_selector.UnliftableError


class Traced:
    """A graph traced once, without automatic control dependencies, what its code took and returned."""

    def __init__(self, graph: Any, arguments: Sequence[Any], returned: Any) -> None:
        self.arguments = arguments
        self.returned = returned
        self._graph = graph
        self._captures = _Captures(graph)
        called_flat.add(self._captures)

    def pruned(
        self, fetched: Sequence[Any], reads: Collection[str]
    ) -> Callable[[Sequence[tf.Tensor]], Callable[..., list[tf.Tensor]]]:
        """The function from given inputs to the values of `fetched`, which operations and `None` lack.

        Nothing runs in it but what `fetched` depends on. A variable is read once all else has run, as a
        reference variable of TF 1 was; in expressions before anything writes it, which a session leaves to
        chance. `reads` are the types of operations that leave a resource as it is.
        """
        operations = [value for value in fetched if isinstance(value, tf.Operation)]
        with self._graph.as_default():
            tensors = [
                value if _is_variable(value) else tf.convert_to_tensor(value)
                for value in fetched
                if not isinstance(value, tf.Operation) and value is not None
            ]
            before = [*operations, *(value for value in tensors if not _is_variable(value))]
            self._order_reads([getattr(value, "op", value) for value in before], reads)
            with self._graph.control_dependencies(before):
                tensors = [value.read_value() if _is_variable(value) else value for value in tensors]
        whole = wrap_function.WrappedFunction(self._graph, wrap_function.VariableHolder())
        count = len(operations)
        # What each call has another value of, such as a number that tells its collectives from all others.
        of_calls = tf.nest.flatten(self._graph.deferred_internal_captures)

        def taking(inputs: Sequence[tf.Tensor]) -> Callable[..., list[tf.Tensor]]:
            part = whole.prune([*inputs, *of_calls], [*operations, *tensors])
            part.set_external_captures([self._captures.now(one) for one in part.captured_inputs])
            run = flat_call(part)
            return lambda *values: list(run([*values, *self._values_of_call()])[count:])

        return taking

    def _values_of_call(self) -> list[tf.Tensor]:
        return [
            tensor for value in self._graph.deferred_external_captures for tensor in tf.nest.flatten(value())
        ]

    def _order_reads(self, targets: Sequence[Any], reads: Collection[str]) -> None:
        """Let what only reads a variable run before what writes it, unless the graph says otherwise."""
        needed = reached(targets, operations_before)
        for _, handle in self._graph.captures:
            users = [op for op in handle.consumers() if op in needed] if handle.dtype == tf.resource else []
            free = [op for op in users if op.type == "ReadVariableOp" and not op.control_inputs]
            for write in (op for op in users if op.type not in reads):
                later = reached([write], operations_after)
                write._add_control_inputs([read for read in free if read not in later])


class _Captures:
    """What a graph captured, and what stands for that now in the functions that are made of it."""

    def __init__(self, graph: Any) -> None:
        self._graph = graph
        self._renewed: dict[int, Any] = {}

    def now(self, captured: Any) -> Any:
        """What stands for something that the graph captured."""
        return self._renewed.get(id(captured), captured)

    @property
    def captured_inputs(self) -> list[Any]:
        """What stands for all that the graph captured, in its order."""
        return [self.now(one) for one in self._graph.external_captures]

    def set_external_captures(self, captures: Sequence[Any]) -> None:
        """Let other handles stand for those captured, as concrete functions have it."""
        self._renewed = {
            id(one): now for one, now in zip(self._graph.external_captures, captures, strict=True)
        }


# What flat_call has been given, and is still in use: where captured handles may have to be exchanged.
called_flat: weakref.WeakSet[Any] = weakref.WeakSet()


def flat_call(function: Any) -> Callable[[Sequence[tf.Tensor]], Any]:
    """A concrete function of eager tensors, without what its call does to find out that they fit."""
    called_flat.add(function)

    def call(values: Sequence[tf.Tensor]) -> Any:
        captured = function.captured_inputs
        others = getattr(_in_place, "of", None)
        if others:
            captured = [others.get(id(one), one) for one in captured]
        return function._call_flat(list(values), captured)

    return call


_in_place = threading.local()


@contextlib.contextmanager
def in_place_of(handles: Mapping[int, Any]) -> Iterator[None]:
    """In this thread, calls of what `flat_call` gave have these handles for those captured, by identity."""
    _in_place.of = handles
    try:
        yield
    finally:
        _in_place.of = None


def _is_variable(value: Any) -> bool:
    """Whether `value` is a variable itself, and not what an assignment returned, which reads it then."""
    return isinstance(value, tf.Variable) and not hasattr(value, "_parent_op")
