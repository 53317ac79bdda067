"""`tf.contrib.summary`: summaries that a graph, a step or eager code writes by itself."""

from __future__ import annotations

from .._listing import listed
from .._tf.contrib import all_summary_ops as all_summary_ops
from .._tf.contrib import gen_summary_ops as gen_summary_ops
from .._tf.contrib import graph_summary as graph
from .._tf.contrib import should_record_summaries as should_record_summaries
from .._tf.contrib import summary_ops_v2 as summary_ops
from ._names import lookup

__dir__ = listed(__name__)

__all__ = ["all_summary_ops", "gen_summary_ops", "graph", "should_record_summaries", "summary_ops"]

__getattr__ = lookup("summary", [summary_ops], {"create_db_writer": "tf.contrib.summary.create_file_writer"})
