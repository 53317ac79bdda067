"""Edits of every module of a program without sessions: its input code builds `tf.data` pipelines."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.edit import Code, Replacement
from migrate.model.facts import ModuleFacts
from migrate.model.nodes import nodes_of
from migrate.syntax.called import called_in
from migrate.syntax.operations import names_operation
from migrate.syntax.runners import (
    STARTING_ALL,
    lists_runners,
    sessions_of_threads,
    started_list,
    starting_loop,
)

_IMPORT = ("import compat",)
_FUNCTIONS = (
    "batch",
    "batch_join",
    "input_producer",
    "limit_epochs",
    "match_filenames_once",
    "maybe_batch",
    "maybe_batch_join",
    "maybe_shuffle_batch",
    "maybe_shuffle_batch_join",
    "range_input_producer",
    "shuffle_batch",
    "shuffle_batch_join",
    "slice_input_producer",
    "string_input_producer",
    "QueueRunner",
    "add_queue_runner",
)
_CLASSES = (
    "FIFOQueue",
    "FixedLengthRecordReader",
    "IdentityReader",
    "PaddingFIFOQueue",
    "RandomShuffleQueue",
    "TFRecordReader",
    "TextLineReader",
    "WholeFileReader",
)
_NAMES = {
    **{f"tf.train.{name}": name for name in _FUNCTIONS},
    **{f"tf.train.queue_runner.{name}": name for name in ("QueueRunner", "add_queue_runner")},
    **{f"tf.{name}": name for name in _CLASSES},
    **{f"tf.queue.{name}": name for name in _CLASSES if name.endswith("Queue")},
    "tf.contrib.slim.prefetch_queue.prefetch_queue": "prefetch_queue",
    "tf.contrib.staging.StagingArea": "StagingArea",
    "tf.io.match_filenames_once": "match_filenames_once",
    "tf.data.Iterator": "Iterator",
    "tf.data.Iterator.from_string_handle": "Iterator.from_string_handle",
    "tf.data.Iterator.from_structure": "Iterator.from_structure",
    "tf.data.make_initializable_iterator": "initializable_iterator",
    "tf.data.make_one_shot_iterator": "one_shot_iterator",
}
# In a graph these call TensorFlow's own.
_IN_GRAPHS = frozenset({*_FUNCTIONS, *_CLASSES, "initializable_iterator", "one_shot_iterator"})
_METHODS = {
    "make_initializable_iterator": "initializable_iterator",
    "make_one_shot_iterator": "one_shot_iterator",
}
_ATTRIBUTES = ("output_classes", "output_shapes", "output_types")
_INITIALISERS = (
    "tf.global_variables_initializer",
    "tf.initialize_all_variables",
    "tf.initialize_local_variables",
    "tf.local_variables_initializer",
)
_MERGES = ("tf.contrib.deprecated.merge_summary", "tf.merge_summary", "tf.summary.merge")


def input_edits(module: ModuleFacts) -> Iterator[Replacement]:
    """The edits of one module of a program without sessions; nothing there starts threads any more."""
    bindings = module.bindings
    called = called_in(bindings.module.tree)
    for node in nodes_of(bindings.module.tree):
        if isinstance(node, ast.Call) and bindings.tensorflow(node.func) in STARTING_ALL:
            yield Replacement(node, Code("[]"))
        elif isinstance(node, ast.Call) and lists_runners(bindings.tensorflow(node.func), node):
            loop = starting_loop(bindings.module.tree, node)
            yield from (Replacement(one, Code("None")) for one in sessions_of_threads(loop))
            is_started = loop is not None or started_list(bindings.module.tree, node) is not None
            yield from [Replacement(node, Code("[]"))] if is_started else []
        elif isinstance(node, ast.Call) and bindings.tensorflow(node.func) in _INITIALISERS:
            yield Replacement(node, Code("tf.no_op()"))  # variables start with their initial values
        elif isinstance(node, ast.Call) and bindings.tensorflow(node.func) in _MERGES:
            if not (node.args and isinstance(node.args[0], ast.List)):  # may be none: queues' are gone
                code = Code("compat.merge_summaries", imports=_IMPORT)
                yield Replacement(node.func, code, holds_in_graphs=True)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name = _METHODS.get(node.func.attr)
            if name is not None and bindings.tensorflow(node.func) is None:
                parts = {"dataset": node.func.value}
                code = Code(f"compat.input.{name}({{dataset}})", parts, imports=_IMPORT)
                yield Replacement(node, code, holds_in_graphs=True)
        if isinstance(node, ast.Attribute) and node.attr == "initialized_value":
            yield Replacement(node, Code("{variable}.read_value", {"variable": node.value}))
        if names_operation(node) and node not in bindings.dotted:
            assert isinstance(node, ast.Attribute)
            assert isinstance(node.value, ast.Attribute)
            parts = {"value": node.value.value}
            code = Code("compat.op_name({value})", parts, imports=_IMPORT)
            yield Replacement(node, code, holds_in_graphs=True)
        elif isinstance(node, ast.Attribute) and node not in bindings.prefixes:
            name = _NAMES.get(bindings.tensorflow(node) or "")
            if name is not None:
                code = Code(f"compat.input.{name}", imports=_IMPORT)
                yield Replacement(node, code, holds_in_graphs=name in _IN_GRAPHS and node in called)
            elif node.attr in _ATTRIBUTES and isinstance(node.ctx, ast.Load) and node not in bindings.dotted:
                code = Code(f"tf.compat.v1.data.get_{node.attr}({{dataset}})", {"dataset": node.value})
                yield Replacement(node, code)
