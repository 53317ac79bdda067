"""What TensorFlow's profiler saw run, in the form in which sessions told it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import tensorflow as tf
from tensorflow.core.framework.step_stats_pb2 import StepStats
from tensorflow.tsl.profiler.protobuf.xplane_pb2 import XPlane, XSpace

_HOST = "/host:CPU"
_DEVICE = "/job:localhost/replica:0/task:0/device:CPU:0"
# An operation by its name and its kind, `loss:Sum`, among all else that the profiler marks.
_OPERATION = re.compile(r"(?P<name>[A-Za-z0-9.][\w.\\/>-]*):(?P<kind>[A-Z_]\w*)")


def step_stats(folder: Path) -> StepStats:
    """The operations that ran on the host, or were started there, while the profiler wrote to `folder`."""
    stats = StepStats()
    for path in sorted(folder.rglob("*.xplane.pb")):
        for plane in XSpace.FromString(path.read_bytes()).planes:
            if plane.name == _HOST:
                _add(stats, plane)
    return stats


def write_event(writer: Any, event: Any) -> None:
    """Write an event, of any kind, by a writer of summaries."""
    tf.raw_ops.ImportEvent(writer=writer._resource, event=event.SerializeToString())


def _add(stats: StepStats, plane: XPlane) -> None:
    device = stats.dev_stats.add(device=_DEVICE)
    for index, line in enumerate(plane.lines):
        for event in line.events:
            found = _OPERATION.fullmatch(plane.event_metadata[event.metadata_id].name)
            if found is None:
                continue
            start = line.timestamp_ns + event.offset_ps // 1000
            nanos = event.duration_ps // 1000
            device.node_stats.add(
                node_name=found["name"],
                timeline_label=f"{found['name']} = {found['kind']}()",
                thread_id=index,
                all_start_micros=start // 1000,
                all_start_nanos=start,
                op_end_rel_micros=nanos // 1000,
                op_end_rel_nanos=nanos,
                all_end_rel_micros=nanos // 1000,
                all_end_rel_nanos=nanos,
            )
