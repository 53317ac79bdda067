"""Listening to what TensorFlow ran where."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tensorflow.core.protobuf import config_pb2
from tensorflow.python.client import session
from tensorflow.python.eager import context

Report = Callable[[str, str, str], None]


@contextmanager
def record_kernels(report: Report) -> Iterator[None]:
    """Calls `report(op type, node name, device)` for the kernels of the block.

    Those of a Session's run are reported as it ends, those of eager ops and functions as the block does.
    Eager ops and functions: the partition graphs that C++ makes when it instantiates a kernel, hence the
    kernels are dropped first. Sessions: the step statistics of a full trace.
    """
    ctx = context.context()
    ctx.ensure_initialized()
    ctx.clear_kernel_cache()
    ctx.enable_run_metadata()
    original = session.BaseSession.run
    session.BaseSession.run = _traced(original, report)
    try:
        yield
    finally:
        session.BaseSession.run = original
        metadata = ctx.export_run_metadata()
        ctx.disable_run_metadata()
        for graph_def in metadata.partition_graphs:
            for node in graph_def.node:
                report(node.op, node.name, node.device)


def _traced(original: Any, report: Report) -> Any:
    def run(
        self: Any, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None
    ) -> Any:
        traced = config_pb2.RunOptions()
        if options is not None:
            traced.CopyFrom(options)
        traced.trace_level = config_pb2.RunOptions.FULL_TRACE
        metadata = run_metadata if run_metadata is not None else config_pb2.RunMetadata()
        values = original(self, fetches, feed_dict, traced, metadata)
        for stats in metadata.step_stats.dev_stats:
            for node in stats.node_stats:
                op = _op_type(node.timeline_label)
                if op:
                    report(op, node.node_name, stats.device)
        return values

    return run


def _op_type(label: str) -> str:
    """Returns the op type in a timeline label, which reads `name = Type(inputs)`, or nothing."""
    _, equals, call = label.partition(" = ")
    return call.partition("(")[0] if equals else ""
