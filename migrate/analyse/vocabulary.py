"""What TF 1 symbols do when a graph is built and run, as far as a slice of a program must know."""

from __future__ import annotations

import re

from migrate.model.facts import Role

_BY_NAME: dict[str, Role] = {
    "tf.placeholder": Role.PLACEHOLDER,
    "tf.get_variable": Role.SHARED_VARIABLE,
    "tf.train.get_or_create_global_step": Role.SHARED_VARIABLE,
    "tf.train.create_global_step": Role.SHARED_VARIABLE,
    "tf.Variable": Role.OWN_VARIABLE,
    "tf.Session": Role.SESSION,
    "tf.InteractiveSession": Role.SESSION,
    "tf.Graph": Role.GRAPH,
    "tf.reset_default_graph": Role.GRAPH,
    "tf.ConfigProto": Role.CONFIG,
    "tf.GPUOptions": Role.CONFIG,
    "tf.group": Role.OPERATION,
    "tf.no_op": Role.OPERATION,
    "tf.add_to_collection": Role.COLLECTS,
    "tf.losses.add_loss": Role.COLLECTS,
    "tf.get_collection": Role.READS_COLLECTION,
    "tf.losses.get_losses": Role.READS_COLLECTION,
    "tf.losses.get_total_loss": Role.READS_COLLECTION,
    "tf.losses.get_regularization_loss": Role.READS_COLLECTION,
    "tf.losses.get_regularization_losses": Role.READS_COLLECTION,
    **dict.fromkeys(
        (
            "tf.all_variables",
            "tf.global_variables",
            "tf.local_variables",
            "tf.model_variables",
            "tf.trainable_variables",
        ),
        Role.READS_VARIABLES,
    ),
    "tf.disable_v2_behavior": Role.MODE,
    "tf.disable_eager_execution": Role.MODE,
    "tf.enable_resource_variables": Role.MODE,
    "tf.set_random_seed": Role.HOST,
    "tf.get_logger": Role.HOST,
    **dict.fromkeys(
        (
            "tf.global_variables_initializer",
            "tf.local_variables_initializer",
            "tf.variables_initializer",
            "tf.initialize_all_variables",
            "tf.initialize_local_variables",
            "tf.initialize_variables",
        ),
        Role.INITIALIZER,
    ),
    **dict.fromkeys(
        (
            "tf.train.cosine_decay",
            "tf.train.cosine_decay_restarts",
            "tf.train.exponential_decay",
            "tf.train.inverse_time_decay",
            "tf.train.linear_cosine_decay",
            "tf.train.natural_exp_decay",
            "tf.train.noisy_linear_cosine_decay",
            "tf.train.piecewise_constant",
            "tf.train.piecewise_constant_decay",
            "tf.train.polynomial_decay",
        ),
        Role.SCHEDULE,
    ),
    **dict.fromkeys(
        (
            "tf.train.AdadeltaOptimizer",
            "tf.train.AdagradOptimizer",
            "tf.train.AdamOptimizer",
            "tf.train.GradientDescentOptimizer",
            "tf.train.MomentumOptimizer",
            "tf.train.RMSPropOptimizer",
        ),
        Role.OPTIMIZER,
    ),
    **dict.fromkeys(
        (
            "tf.train.AdagradDAOptimizer",
            "tf.train.FtrlOptimizer",
            "tf.train.ProximalAdagradOptimizer",
            "tf.train.ProximalGradientDescentOptimizer",
        ),
        Role.TENSOR_OPTIMIZER,
    ),
    **dict.fromkeys(
        (
            "tf.Print",
            "tf.Assert",
            "tf.count_up_to",
            "tf.get_default_graph",
            "tf.get_collection_ref",
            "tf.get_local_variable",
            "tf.get_session_handle",
            "tf.get_session_tensor",
            "tf.import_graph_def",
            "tf.initialize_all_tables",
            "tf.load_op_library",
            "tf.make_template",
            "tf.numpy_function",
            "tf.placeholder_with_default",
            "tf.print",
            "tf.py_func",
            "tf.py_function",
            "tf.report_uninitialized_variables",
            "tf.sparse_placeholder",
            "tf.tables_initializer",
            "tf.variable_creator_scope",
            "tf.write_file",
            "tf.io.write_file",
        ),
        Role.UNSUPPORTED,
    ),
}

_BY_PREFIX: tuple[tuple[str, Role], ...] = (
    ("tf.app", Role.HOST),
    ("tf.flags", Role.HOST),
    ("tf.gfile", Role.HOST),
    ("tf.logging", Role.HOST),
    ("tf.python_io", Role.HOST),
    ("tf.errors", Role.HOST),
    ("tf.sysconfig", Role.HOST),
    ("tf.test", Role.HOST),
    ("tf.compat", Role.HOST),
    ("tf.assert_", Role.UNSUPPORTED),
    ("tf.contrib", Role.UNSUPPORTED),
    ("tf.data", Role.UNSUPPORTED),
    ("tf.debugging", Role.UNSUPPORTED),
    ("tf.distribute", Role.UNSUPPORTED),
    ("tf.estimator", Role.UNSUPPORTED),
    ("tf.keras", Role.UNSUPPORTED),
    ("tf.layers", Role.UNSUPPORTED),
    ("tf.lookup", Role.UNSUPPORTED),
    ("tf.metrics", Role.UNSUPPORTED),
    ("tf.nn.rnn_cell", Role.UNSUPPORTED),
    ("tf.nn.static_rnn", Role.UNSUPPORTED),
    ("tf.nn.dynamic_rnn", Role.UNSUPPORTED),
    ("tf.nn.bidirectional_dynamic_rnn", Role.UNSUPPORTED),
    ("tf.profiler", Role.UNSUPPORTED),
    ("tf.queue", Role.UNSUPPORTED),
    ("tf.saved_model", Role.UNSUPPORTED),
    ("tf.summary", Role.UNSUPPORTED),
    ("tf.train", Role.UNSUPPORTED),
    ("tf.losses", Role.COLLECTS),
)


# Families of symbols with state: scatter_update, assign_add, FIFOQueue, TFRecordReader, …
_STATEFUL = re.compile(
    r"(^|\.)(batch_)?(assign|scatter)(_(?!nd$)\w+)?$|(Queue|Reader|Accumulator|Barrier|StagingArea|Iterator)$"
)


_DRAWS = re.compile(
    r"tf\.(random\.\w+|random_(normal|uniform|gamma|poisson|shuffle|crop)|truncated_normal|multinomial)$"
)


def role_of(symbol: str) -> Role:
    """The role of a TF 1 symbol such as `tf.train.AdamOptimizer`; what is not listed computes a value."""
    if symbol in _BY_NAME:
        return _BY_NAME[symbol]
    if _DRAWS.match(symbol):
        return Role.DRAW
    if _STATEFUL.search(symbol):
        return Role.UNSUPPORTED
    for prefix, role in _BY_PREFIX:
        if symbol == prefix or symbol.startswith(prefix if prefix.endswith("_") else prefix + "."):
            return role
    return Role.PURE


# Methods that change state or run the graph, whatever object they are called on.
EFFECTFUL_METHODS = frozenset(
    {
        "assign",
        "assign_add",
        "assign_sub",
        "count_up_to",
        "dequeue",
        "dequeue_many",
        "enqueue",
        "enqueue_many",
        "eval",
        "load",
        "make_callable",
        "partial_run",
        "restore",
        "run",
        "save",
        "scatter_add",
        "scatter_sub",
        "scatter_update",
    }
)
APPLYING_METHODS = frozenset({"apply_gradients", "minimize"})
MUTATING_METHODS = frozenset(
    {
        "add",
        "append",
        "appendleft",
        "clear",
        "discard",
        "extend",
        "insert",
        "pop",
        "popitem",
        "popleft",
        "remove",
        "reverse",
        "setdefault",
        "sort",
        "update",
    }
)
# Methods of Python values that give the same whenever they are called.
PURE_METHODS = frozenset(
    {
        "apply_gradients",
        "as_list",
        "astype",
        "compute_gradients",
        "copy",
        "count",
        "decode",
        "encode",
        "endswith",
        "format",
        "get",
        "get_shape",
        "get_slot",
        "get_slot_names",
        "get_variable",
        "index",
        "initialized_value",
        "is_compatible_with",
        "is_fully_defined",
        "isdigit",
        "items",
        "join",
        "keys",
        "ljust",
        "lower",
        "lstrip",
        "max",
        "mean",
        "merge_with",
        "min",
        "minimize",
        "ndims",
        "original_name_scope",
        "read_value",
        "replace",
        "reshape",
        "reuse_variables",
        "rjust",
        "rstrip",
        "set_shape",
        "split",
        "startswith",
        "strip",
        "sum",
        "title",
        "tolist",
        "upper",
        "value",
        "values",
        "with_rank",
        "zfill",
    }
)
# Modules whose functions give something else at every call.
DRAWING_MODULES = ("numpy.random", "random", "time", "datetime", "uuid", "secrets")
