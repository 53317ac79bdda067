"""`tf.contrib.tfprof.tfprof_logger`."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from ..._listing import listed
from ..._tf import contrib as _inner

__dir__ = listed(__name__)

_get_logged_ops = _inner.logged_ops  # programs call them
_merge_default_with_oplog = _inner.merge_default_with_oplog
merge_default_with_oplog = _inner.merge_default_with_oplog


def write_op_log(
    graph: Any, log_dir: str, op_log: Any = None, run_meta: Any = None, add_trace: bool = True
) -> None:
    """Write what the graph's operations are to `log_dir/tfprof_log`, for the profiler."""
    tf.compat.v1.profiler.write_op_log(graph, log_dir, op_log, run_meta, add_trace)
