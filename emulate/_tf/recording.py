"""Listening to what TensorFlow ran where, and what it moved between devices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol

import numpy as np
from tensorflow.core.protobuf import config_pb2
from tensorflow.python import pywrap_tfe
from tensorflow.python.client import session
from tensorflow.python.eager import context
from tensorflow.python.eager.polymorphic_function import concrete_function
from tensorflow.python.framework import dtypes, ops

from .active import names
from .shapes import output_bytes


class Recorder(Protocol):
    """Who is told."""

    def kernel(self, op: str, name: str, device: str) -> None:
        """An op ran on a device."""

    def transfer(self, name: str, source: str, target: str, size: int, times: int) -> None:
        """A value of `size` bytes crossed from one device to another."""


@contextmanager
def record_kernels(recorder: Recorder, *, once_initialised: bool = False) -> Iterator[None]:
    """Tells `recorder` of the kernels and the transfers of the block, or of those once there are devices."""
    stops: list[Callable[[], None]] = []
    stop_waiting = when_initialised(lambda: stops.append(start_recording(recorder)))
    if not once_initialised:
        context.context().ensure_initialized()
    try:
        yield
    finally:
        stop_waiting()
        for stop in stops:
            stop()


def when_initialised(action: Callable[[], None]) -> Callable[[], None]:
    """Calls `action` once TensorFlow has devices, eager ones or a Session's, and does not initialise them.

    Returns what stops waiting for that.
    """
    eager, graph = context.Context.ensure_initialized, session.BaseSession.__init__

    def stop() -> None:
        if context.Context.ensure_initialized is ensure_initialized:
            context.Context.ensure_initialized = eager
            session.BaseSession.__init__ = graph

    def begin() -> None:
        if context.Context.ensure_initialized is ensure_initialized:
            stop()
            action()

    def ensure_initialized(self: Any) -> None:
        eager(self)
        if self._context_handle is not None:
            begin()

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        graph(self, *args, **kwargs)
        begin()

    context.Context.ensure_initialized = ensure_initialized
    session.BaseSession.__init__ = __init__
    return stop


def start_recording(recorder: Recorder) -> Callable[[], None]:
    """Starts telling `recorder`, and returns what stops it.

    What a Session runs is told as its run ends: from the step statistics of a full trace and the graph of
    each device. What eager ops and functions ran is told at the stop, from the graphs that C++ makes when
    it instantiates a kernel, hence the kernels are dropped first; what eager ops were handed, at once.
    """
    ctx = context.context()
    ctx.clear_kernel_cache()
    ctx.enable_run_metadata()
    ctx.export_run_metadata()  # what ran since the last block: TensorFlow goes on to collect it
    calls = _Calls()
    patches = [
        (session.BaseSession, "run", _traced(session.BaseSession.run, recorder)),
        (pywrap_tfe, "TFE_Py_FastPathExecute", _watched(pywrap_tfe.TFE_Py_FastPathExecute, recorder)),
        (
            concrete_function.ConcreteFunction,
            "_call_flat",
            calls.counting(concrete_function.ConcreteFunction._call_flat),
        ),
    ]
    originals = [(owner, name, getattr(owner, name)) for owner, name, _ in patches]
    for owner, name, patched in patches:
        setattr(owner, name, patched)

    def stop() -> None:
        for owner, name, original in originals:
            setattr(owner, name, original)
        metadata = ctx.export_run_metadata()
        ctx.disable_run_metadata()
        for graph_def in metadata.partition_graphs:
            for node in graph_def.node:
                recorder.kernel(node.op, node.name, node.device)
        for graphs in metadata.function_graphs:
            times, shapes = calls.of(graphs.pre_optimization_graph)
            if any(node.op == "_Send" for part in graphs.partition_graphs for node in part.node):
                sizes = output_bytes(graphs.post_optimization_graph, shapes)
                _report_sends(recorder, graphs.partition_graphs, sizes, times)

    return stop


class _Calls:
    """How often each function was called from outside, and with arguments of which shapes."""

    def __init__(self) -> None:
        self._count: Counter[int] = Counter()
        self._functions: dict[int, tuple[Any, list[tuple[list[int], int] | None]]] = {}

    def counting(self, original: Any) -> Any:
        def _call_flat(function: Any, tensor_inputs: Any, captured_inputs: Any) -> Any:
            if context.executing_eagerly():
                self._count[id(function)] += 1
                shapes = [_described(value) for value in (*tensor_inputs, *captured_inputs)]
                self._functions[id(function)] = function, shapes
            return original(function, tensor_inputs, captured_inputs)

        return _call_flat

    def of(self, graph_def: Any) -> tuple[int, list[tuple[list[int], int] | None]]:
        """Returns the calls, and the arguments, of the function that C++ instantiated as this graph."""
        there = {node.name for node in graph_def.node}
        best, found = 0, (1, [])  # type: tuple[int, tuple[int, list[tuple[list[int], int] | None]]]
        for key, (function, shapes) in self._functions.items():
            own = {op.name for op in function.graph.get_operations()}
            overlap = len(there & own) - len(own - there)
            if overlap > best or not best:
                best, found = overlap, (self._count[key], shapes)
        return found


def _described(value: Any) -> tuple[list[int], int] | None:
    if not isinstance(value, ops.EagerTensor) or value.dtype in (dtypes.resource, dtypes.variant):
        return None
    return value.shape.as_list(), value.dtype.as_datatype_enum


def _report_sends(
    recorder: Recorder, parts: Iterable[Any], sizes: Mapping[str, list[int]], times: int
) -> None:
    for part in parts:
        for node in part.node:
            if node.op != "_Send":
                continue
            source, target = (
                names.to_user(node.attr[key].s.decode()) for key in ("send_device", "recv_device")
            )
            name, _, slot = node.input[0].partition(":")
            known = sizes.get(name, [])
            size = known[int(slot or 0)] if int(slot or 0) < len(known) else 0
            if source != target:
                recorder.transfer(name, source, target, size, times)


def _watched(original: Any, recorder: Recorder) -> Any:
    """Tells of the inputs of eager ops that came from another device than the op's own."""

    def TFE_Py_FastPathExecute(ctx: Any, op_name: Any, name: Any, *args: Any) -> Any:
        result = original(ctx, op_name, name, *args)
        outputs = result if isinstance(result, (list, tuple)) else [result]
        first = next((value for value in outputs if isinstance(value, ops.EagerTensor)), None)
        if first is not None:
            target = first.backing_device
            for value in {id(value): value for value in _tensors(args)}.values():
                if value.dtype not in (dtypes.resource, dtypes.variant) and value.backing_device != target:
                    size = value.shape.num_elements() * (value.dtype.size or 8)
                    recorder.transfer(op_name, value.backing_device, target, size, 1)
        return result

    return TFE_Py_FastPathExecute


def _tensors(args: Iterable[Any]) -> Iterator[Any]:
    for value in args:
        if isinstance(value, ops.EagerTensor):
            yield value
        elif isinstance(value, (list, tuple)):
            yield from (inner for inner in value if isinstance(inner, ops.EagerTensor))


def _traced(original: Any, recorder: Recorder) -> Any:
    def run(
        self: Any, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None
    ) -> Any:
        traced = config_pb2.RunOptions()
        if options is not None:
            traced.CopyFrom(options)
        traced.trace_level = config_pb2.RunOptions.FULL_TRACE
        traced.output_partition_graphs = True
        metadata = run_metadata if run_metadata is not None else config_pb2.RunMetadata()
        values = original(self, fetches, feed_dict, traced, metadata)
        sizes: dict[str, list[int]] = {}
        for stats in metadata.step_stats.dev_stats:
            for node in stats.node_stats:
                op = _op_type(node.timeline_label)
                if op:
                    recorder.kernel(op, node.node_name, stats.device)
                described = {output.slot: output.tensor_description for output in node.output}
                sizes[node.node_name] = [
                    _described_bytes(described.get(slot)) for slot in range(max(described, default=-1) + 1)
                ]
        _report_sends(recorder, metadata.partition_graphs, sizes, 1)
        return values

    return run


def _described_bytes(description: Any) -> int:
    if description is None or description.dtype in (0, dtypes.resource.as_datatype_enum):
        return 0
    kind = dtypes.as_dtype(description.dtype).base_dtype
    shape = [dim.size for dim in description.shape.dim]
    return int(np.prod(shape, dtype=np.int64)) * int(kind.size or 8)


def _op_type(label: str) -> str:
    """Returns the op type in a timeline label, which reads `name = Type(inputs)`, or nothing."""
    _, equals, call = label.partition(" = ")
    return call.partition("(")[0] if equals else ""
