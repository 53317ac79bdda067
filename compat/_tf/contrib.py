"""What `tf.contrib` showed, or was made, of TensorFlow's inner modules."""

from __future__ import annotations

from typing import Any

from tensorflow.python.framework import indexed_slices, meta_graph, ops, smart_cond, tensor_spec
from tensorflow.python.ops import (
    check_ops,
    confusion_matrix,
    data_flow_ops,
    gen_summary_ops,
    init_ops,
    lookup_ops,
    nn_impl,
    rnn,
    summary_ops_v2,
)
from tensorflow.python.profiler import model_analyzer, tfprof_logger
from tensorflow.python.summary.writer import writer, writer_cache
from tensorflow.python.training import checkpoint_ops, moving_averages
from tensorflow.python.training import input as batching
from tensorflow.python.util import deprecation, nest

__all__ = ["gen_summary_ops", "lookup_ops", "nest", "summary_ops_v2"]

# framework
BoundedTensorSpec = tensor_spec.BoundedTensorSpec
RecordInput = data_flow_ops.RecordInput
assert_scalar = check_ops.assert_scalar
convolutional_delta_orthogonal = init_ops.convolutional_delta_orthogonal
convolutional_orthogonal_1d = init_ops.convolutional_orthogonal_1d
convolutional_orthogonal_2d = init_ops.convolutional_orthogonal_2d
convolutional_orthogonal_3d = init_ops.convolutional_orthogonal_3d
deprecated = deprecation.deprecated
deprecated_arg_values = deprecation.deprecated_arg_values
deprecated_args = deprecation.deprecated_args
load_and_remap_matrix_initializer = checkpoint_ops._load_and_remap_matrix_initializer
load_embedding_initializer = checkpoint_ops._load_embedding_initializer
prepend_name_scope = ops.prepend_name_scope
remove_squeezable_dimensions = confusion_matrix.remove_squeezable_dimensions
smart_case = smart_cond.smart_case
strip_name_scope = ops.strip_name_scope

# nn, rnn
best_effort_input_batch_size = rnn._best_effort_input_batch_size
compute_sampled_logits = nn_impl._compute_sampled_logits

# summary
all_summary_ops = summary_ops_v2.all_v2_summary_ops
graph_summary = summary_ops_v2.graph_v1
should_record_summaries = summary_ops_v2._legacy_contrib_should_record_summaries


def show_event_writer(shown: Any) -> Any:
    """Have TensorFlow's modules find this class of writers; returns the one that they found before."""
    before = writer.FileWriter
    writer.FileWriter = writer_cache.FileWriter = shown
    return before


# tfprof
ALL_ADVICE = model_analyzer.ALL_ADVICE
logged_ops = tfprof_logger._get_logged_ops
merge_default_with_oplog = tfprof_logger.merge_default_with_oplog


def profiled_part(profiler: Any) -> float:
    """How much of its graph a profiler has seen run, from 0 to 1."""
    return float(profiler._coverage)


def profile_graph_of(profiler: Any, graph: Any) -> None:
    """Have a profiler know a graph as that of what it is told next."""
    profiler._graph = graph


def write_profile(profiler: Any, path: str) -> None:
    """Write what a profiler has seen, for its command line."""
    profiler._write_profile(path)


# training
as_original_type = batching._as_original_type
as_tensor_list = batching._as_tensor_list
assign_moving_average = moving_averages.assign_moving_average
convert_n_to_tensor_or_indexed_slices = indexed_slices.convert_n_to_tensor_or_indexed_slices
restore_sparse_tensors = batching._restore_sparse_tensors
shapes_of = batching._shapes
store_sparse_tensors = batching._store_sparse_tensors
types_of = batching._dtypes
validate_keep_input = batching._validate_keep_input

# util
ops_used_by_graph_def = meta_graph.ops_used_by_graph_def
stripped_op_list_for_graph = meta_graph.stripped_op_list_for_graph
