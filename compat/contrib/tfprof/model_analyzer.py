"""`tf.contrib.tfprof.model_analyzer`."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from ..._listing import listed
from ..._tf.contrib import ALL_ADVICE as ALL_ADVICE
from .._names import lookup
from ._context import ProfileContext as ProfileContext

__dir__ = listed(__name__)

_profiler = tf.compat.v1.profiler
_EVERYTHING = {
    "max_depth": 10000,
    "min_bytes": 0,
    "min_micros": 0,
    "min_params": 0,
    "min_float_ops": 0,
    "order_by": "name",
    "account_type_regexes": [".*"],
    "start_name_regexes": [".*"],
    "trim_name_regexes": [],
    "show_name_regexes": [".*"],
    "hide_name_regexes": [],
    "account_displayed_op_only": True,
    "output": "stdout",
    "dump_to_file": "",
}

TRAINABLE_VARS_PARAMS_STAT_OPTIONS = {
    **_EVERYTHING,
    "account_type_regexes": ["_trainable_variables"],
    "select": ["params"],
}
FLOAT_OPS_OPTIONS = {**_EVERYTHING, "min_float_ops": 1, "order_by": "float_ops", "select": ["float_ops"]}
PRINT_ALL_TIMING_MEMORY = {**_EVERYTHING, "min_bytes": 1, "min_micros": 1, "select": ["micros", "bytes"]}
Profiler = _profiler.Profiler

__getattr__ = lookup("tfprof.model_analyzer", [])


def advise(graph: Any, run_meta: Any = None, tfprof_options: Any = 0) -> Any:
    """What the profiler would change, an `AdviceProto`."""
    return _profiler.advise(graph, run_meta, tfprof_options)


def print_model_analysis(
    graph: Any,
    run_meta: Any = None,
    op_log: Any = None,
    tfprof_cmd: str = "scope",
    tfprof_options: Any = 0,
) -> Any:
    """Print parameters, operations, time or memory of a graph, and give them as a `GraphNodeProto`."""
    return _profiler.profile(graph, run_meta, op_log, tfprof_cmd, tfprof_options)
