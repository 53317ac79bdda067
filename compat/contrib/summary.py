"""`tf.contrib.summary`: summaries that a graph, a step or eager code writes by itself."""

from __future__ import annotations

from .._tf_inner import inner
from ._names import lookup

_ops = inner("ops.summary_ops_v2")

all_summary_ops = _ops.all_v2_summary_ops
gen_summary_ops = inner("ops.gen_summary_ops")
graph = _ops.graph_v1
should_record_summaries = _ops._legacy_contrib_should_record_summaries
summary_ops = _ops

__getattr__ = lookup("summary", [_ops], {"create_db_writer": "tf.contrib.summary.create_file_writer"})
