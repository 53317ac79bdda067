"""The eager runtime: graphs that it runs as a session does, and what it is told before."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import tensorflow as tf
from tensorflow.python import pywrap_tfe
from tensorflow.python.client import pywrap_tf_session
from tensorflow.python.eager import cancellation, context, core
from tensorflow.python.framework import op_def_registry, ops
from tensorflow.python.ops import handle_data_util


def start_runtime() -> None:
    """Start TensorFlow's runtime, unless it runs.

    Where the first variable of a trace starts it, it refuses for good to place anything softly.
    """
    with tf.init_scope():
        context.ensure_initialized()


def start_with(config: Any) -> None:
    """Have the runtime start with the options of a ConfigProto for which tf.config has no function.

    Raises:
      RuntimeError: it runs already.
    """
    ctx = context.context()
    options = tf.compat.v1.ConfigProto()
    if ctx._config is not None:
        options.CopyFrom(ctx._config)
    before = options.SerializeToString(deterministic=True)
    options.MergeFrom(config)
    if options.SerializeToString(deterministic=True) == before:
        return
    if ctx._context_handle is not None:
        raise RuntimeError(f"TensorFlow runs already, and can no longer be told {str(config).split()}")
    ctx._config = options


def import_nodes(nodes: Any, handles: Sequence[tuple[str, Any]], library: tf.Graph) -> tf.Graph:
    """A new graph of the nodes of the GraphDef `nodes`, which may call the functions of the graph `library`.

    `handles` are names in `nodes` for resources that stay outside, each with a handle like it, or None.
    """
    graph = tf.Graph()
    called = {node.op for node in nodes.node}
    for name, function in library._functions.items():
        if name in called:
            graph._add_function_recursive(function)
    with graph.as_default():
        arguments = {}
        for name, like in handles:
            argument = tf.compat.v1.placeholder(tf.resource, [], name)
            if like is not None:
                handle_data_util.copy_handle_data(like, argument)  # shapes are inferred from it
            arguments[f"{name}:0"] = argument
        tf.graph_util.import_graph_def(nodes, input_map=arguments, name="")
    return graph


def register_library(graph: tf.Graph, seen: set[str]) -> None:
    """Give the eager runtime the functions that `graph` calls, but for the names in `seen`, which grows."""
    ctx = context.context()
    for name, function in list(graph._functions.items()):
        if name not in seen:
            if not ctx.has_function(name):
                ctx.add_function_def(function.cached_definition)
            seen.add(name)


def register_function(
    name: str, graph: tf.Graph, inputs: Sequence[Any], outputs: Sequence[Any], targets: Sequence[Any]
) -> None:
    """Give the eager runtime `graph` as a function that runs `targets` and nothing for its own sake.

    No control dependency is added: the order is the graph's own, as in a session.
    """
    arguments = {tensor.op.name for tensor in inputs}
    body = [op for op in graph.get_operations() if op.name not in arguments]
    with graph._c_graph.get() as c_graph:
        function = pywrap_tf_session.TF_GraphToFunction_wrapper(
            c_graph,
            name,
            False,
            [op._c_op for op in body],
            [tensor._as_tf_output() for tensor in inputs],
            [tensor._as_tf_output() for tensor in outputs],
            [b"program_result_%d" % index for index in range(len(outputs))],  # else they take nodes' names
            [op._c_op for op in targets],
            [],
            None,
            "",
        )
    context.context().add_c_function(function)
    pywrap_tf_session.TF_DeleteFunction(function)


def unregister_function(name: str) -> None:
    """Take the function `name` away from the eager runtime."""
    context.context().remove_function(name)


class Runtime:
    """Calls registered functions with the options of one session, until it is cancelled."""

    def __init__(self, graph_options: bytes) -> None:
        ctx = context.context()
        ctx.ensure_initialized()
        config = tf.compat.v1.ConfigProto()
        config.ParseFromString(ctx.function_call_options.config_proto_serialized)
        config.graph_options.MergeFromString(graph_options)
        self._context = ctx
        self._attributes = ("executor_type", "", "config_proto", config.SerializeToString())
        self._running: set[cancellation.CancellationManager] = set()
        self._cancelled = False

    def call(self, name: str, arguments: list[Any], outputs: int, seconds: float | None = None) -> list[Any]:
        """Run the function `name` on eager tensors; its effects are done when this returns.

        Raises:
          tf.errors.DeadlineExceededError: it had not ended after so many `seconds`, and was cancelled.
          tf.errors.OpError: as the function's ops raise it, without the op.
        """
        manager = cancellation.CancellationManager()  # one for each call: an error cancels what shares it
        deadline = None if seconds is None else _Deadline(seconds, manager)
        self._running.add(manager)
        try:
            if self._cancelled:
                manager.start_cancel()
            return pywrap_tfe.TFE_Py_ExecuteCancelable(  # type: ignore[no-any-return]
                self._context._handle, None, name, arguments, self._attributes, manager._impl, outputs
            )
        except core._NotOkStatusException as error:
            raise _in_time(core._status_to_exception(error), deadline) from None
        except tf.errors.CancelledError as error:
            raise _in_time(error, deadline) from None
        finally:
            self._running.discard(manager)
            if deadline is not None:
                deadline.cancel()

    def cancel(self) -> None:
        """End what is running and blocked; later calls raise `CancelledError`."""
        self._cancelled = True
        for manager in list(self._running):
            manager.start_cancel()


class _Deadline(threading.Timer):
    """Cancels a call that has not ended in time; `is_over` says that it did."""

    def __init__(self, seconds: float, call: cancellation.CancellationManager) -> None:
        super().__init__(seconds, self._end)
        self.daemon = True
        self.is_over = False
        self._call = call
        self.start()

    def _end(self) -> None:
        self.is_over = True
        self._call.start_cancel()


def _in_time(error: Any, deadline: _Deadline | None) -> Any:
    """`error`, or what ended the call behind its deadline."""
    if deadline is None or not deadline.is_over:
        return error
    message = f"Timed out waiting for notification: the run took more than {deadline.interval:g} s"
    return tf.errors.DeadlineExceededError(None, None, message)


def to_eager(value: Any, dtype: int) -> Any:
    """A NumPy array as an eager tensor, in any thread and mode; memory is shared, as a session does."""
    return ops.EagerTensor(value, None, dtype)


def destroy(resource: tf.Tensor) -> None:
    """Delete what the handle `resource` names, from any thread, whatever graph is being built there.

    What is gone already is no error.
    """
    attributes = ("ignore_lookup_error", True)
    # On no device: an op on a resource goes where that is.
    pywrap_tfe.TFE_Py_Execute(context.context()._handle, None, "DestroyResourceOp", [resource], attributes, 0)


def make_resource(node: Any) -> tf.Tensor:
    """The handle of the resource that `node`, which has no inputs, makes on its device.

    Raises:
      tf.errors.OpError: it cannot be made there.
    """
    definition = op_def_registry.get(node.op)
    attributes: list[Any] = []
    for attribute in definition.attr:
        attributes += [attribute.name, _attribute(attribute.type, node.attr[attribute.name])]
    handle = context.context()._handle
    try:
        made = pywrap_tfe.TFE_Py_Execute(
            handle, node.device or None, node.op, [], tuple(attributes), len(definition.output_arg)
        )
    except core._NotOkStatusException as error:
        raise core._status_to_exception(error) from None
    return made[0]  # and maybe what deletes it


_FIELDS = {
    "bool": "b",
    "float": "f",
    "func": "func",
    "int": "i",
    "shape": "shape",
    "string": "s",
    "type": "type",
}


def _attribute(kind: str, value: Any) -> Any:
    """An attribute of a node as the eager runtime takes it."""
    if kind.startswith("list("):
        kind = kind[len("list(") : -1]
        return [_plain(kind, one) for one in getattr(value.list, _FIELDS[kind])]
    return _plain(kind, getattr(value, _FIELDS[kind]))


def _plain(kind: str, value: Any) -> Any:
    if kind == "shape":
        return None if value.unknown_rank else [dimension.size for dimension in value.dim]
    return value.name if kind == "func" else value
