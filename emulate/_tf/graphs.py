"""Patches of graphs: C++ holds raw names, `op.device` and every exported GraphDef the program's."""

from typing import Any

from tensorflow.python.client import pywrap_tf_session, session
from tensorflow.python.framework import importer, ops

from .._errors import EmulateError
from .active import names
from .kernels import running_on_cpus
from .patching import replace, replace_property
from .protos import map_graph

_forgotten_sessions = 0


def forget_graph() -> None:
    """Drops the default graph, whose names are those of devices that are to be forgotten."""
    global _forgotten_sessions
    _forgotten_sessions = session._python_session_create_counter.get_cell().value()
    graph = ops._default_graph_stack._global_default_graph
    if graph is not None and graph.get_operations():
        ops.reset_default_graph()


def refuse_if_built() -> None:
    """Raises `EmulateError` if a Session or a graph exists already: its names would stay as they are."""
    sessions = session._python_session_create_counter.get_cell().value() - _forgotten_sessions
    graph = ops._default_graph_stack._global_default_graph
    if sessions or (graph is not None and graph.get_operations()):
        raise EmulateError(
            "the program has already built a graph or a Session: emulate GPUs before the first TensorFlow op"
        )


def patch() -> None:
    """Makes graphs speak the program's names."""
    _patch_devices()
    _patch_graph_defs()
    _patch_pins()


def _patch_devices() -> None:
    def to_raw(original: Any) -> Any:
        return lambda op, device: original(op, names.to_raw(device) if device else device)

    replace(ops.Operation, "_set_device_from_string", to_raw)
    replace(pywrap_tf_session, "TF_SetDevice", to_raw)
    for cls in (ops.Operation, ops.SymbolicTensor):
        replace_property(cls, "device", lambda read: lambda self: names.to_user(read(self)))


def _patch_graph_defs() -> None:
    def node_def(read: Any) -> Any:
        def get(self: Any) -> Any:
            node = read(self)
            node.device = names.to_user(node.device)
            return node

        return get

    def exported(original: Any) -> Any:
        def _as_graph_def(self: Any, *args: Any, **kwargs: Any) -> Any:
            graph_def, version = original(self, *args, **kwargs)
            return map_graph(graph_def, names.to_user), version

        return _as_graph_def

    def imported(original: Any) -> Any:
        def _ProcessGraphDefParam(graph_def: Any) -> Any:
            processed = original(graph_def)
            if processed is graph_def:  # the caller's own, which is to keep its names
                processed = type(graph_def)()
                processed.CopyFrom(graph_def)
            return map_graph(processed, names.to_raw)

        return _ProcessGraphDefParam

    replace_property(ops.Operation, "node_def", node_def)
    replace(ops.Graph, "_as_graph_def", exported)
    replace(importer, "_ProcessGraphDefParam", imported)


def _patch_pins() -> None:
    """An op that nobody placed and that TensorFlow runs on the host CPU goes there, not to `/gpu:0`."""
    cpu_only = running_on_cpus()
    raw_device = pywrap_tf_session.TF_OperationDevice
    set_raw = ops.Operation._set_device_from_string.__wrapped__

    def pinning(original: Any) -> Any:
        def _create_op_helper(self: Any, op: Any, compute_device: bool = True) -> None:
            original(self, op, compute_device)
            if op.type in cpu_only and not raw_device(op._c_op):
                set_raw(op, names.pin)

        return _create_op_helper

    replace(ops.Graph, "_create_op_helper", pinning)
