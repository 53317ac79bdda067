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
    "tf.placeholder_with_default": Role.PLACEHOLDER,
    "tf.train.ExponentialMovingAverage": Role.PURE,
    "tf.train.Saver": Role.SAVER,
    "tf.summary.FileWriter": Role.WRITER,
    "tf.train.SummaryWriter": Role.WRITER,
    "tf.summary.merge_all": Role.READS_SUMMARIES,
    "tf.merge_all_summaries": Role.READS_SUMMARIES,
    "tf.summary.merge": Role.PURE,
    "tf.merge_summary": Role.PURE,
    "tf.as_dtype": Role.HOST,
    "tf.Dimension": Role.HOST,
    "tf.TensorShape": Role.HOST,
    "tf.Summary": Role.HOST,
    "tf.Summary.Value": Role.HOST,
    "tf.Summary.Image": Role.HOST,
    **dict.fromkeys(
        (
            "tf.summary.audio",
            "tf.summary.histogram",
            "tf.summary.image",
            "tf.summary.scalar",
            "tf.summary.tensor_summary",
            "tf.summary.text",
            "tf.histogram_summary",
            "tf.image_summary",
            "tf.scalar_summary",
        ),
        Role.SUMMARY,
    ),
    **dict.fromkeys(
        (
            "tf.train.checkpoint_exists",
            "tf.train.get_checkpoint_state",
            "tf.train.latest_checkpoint",
            "tf.train.list_variables",
            "tf.train.load_variable",
            "tf.train.NewCheckpointReader",
            "tf.train.Example",
            "tf.train.Features",
            "tf.train.Feature",
            "tf.train.BytesList",
            "tf.train.FloatList",
            "tf.train.Int64List",
        ),
        Role.HOST,
    ),
    **dict.fromkeys(
        (
            "tf.FIFOQueue",
            "tf.FixedLengthRecordReader",
            "tf.IdentityReader",
            "tf.PaddingFIFOQueue",
            "tf.RandomShuffleQueue",
            "tf.TFRecordReader",
            "tf.TextLineReader",
            "tf.WholeFileReader",
            "tf.contrib.slim.prefetch_queue.prefetch_queue",
            "tf.contrib.staging.StagingArea",
            "tf.train.QueueRunner",
            "tf.train.add_queue_runner",
            "tf.train.batch",
            "tf.train.batch_join",
            "tf.train.input_producer",
            "tf.train.limit_epochs",
            "tf.train.maybe_batch",
            "tf.train.maybe_batch_join",
            "tf.train.maybe_shuffle_batch",
            "tf.train.maybe_shuffle_batch_join",
            "tf.train.queue_runner.QueueRunner",
            "tf.train.queue_runner.add_queue_runner",
            "tf.train.range_input_producer",
            "tf.train.shuffle_batch",
            "tf.train.shuffle_batch_join",
            "tf.train.slice_input_producer",
            "tf.train.string_input_producer",
        ),
        Role.INPUT,
    ),
    "tf.data.make_initializable_iterator": Role.INPUT,
    "tf.data.make_one_shot_iterator": Role.INPUT,
    "tf.data.Iterator.from_structure": Role.INPUT,
    "tf.train.Coordinator": Role.HOST,
    "tf.train.start_queue_runners": Role.HOST,
    "tf.train.queue_runner.start_queue_runners": Role.HOST,
    **dict.fromkeys(("tf.Print", "tf.Assert", "tf.print", "tf.py_func", "tf.count_up_to"), Role.EFFECT),
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

# Parts of contrib that compute, or that say how to build.
_PURE_CONTRIB = (
    "tf.contrib.framework.add_arg_scope",
    "tf.contrib.framework.arg_scope",
    "tf.contrib.layers.flatten",
    "tf.contrib.layers.l1_regularizer",
    "tf.contrib.layers.l2_regularizer",
    "tf.contrib.layers.variance_scaling_initializer",
    "tf.contrib.layers.xavier_initializer",
    "tf.contrib.layers.xavier_initializer_conv2d",
    "tf.contrib.rnn.LSTMStateTuple",
    "tf.contrib.seq2seq.sequence_loss",
    "tf.contrib.slim.arg_scope",
    "tf.contrib.slim.flatten",
    "tf.contrib.slim.l2_regularizer",
    "tf.contrib.slim.xavier_initializer",
)
# Families whose variables are named by their order in the graph; some have updates that they do not run.
_LAYERS = (
    "tf.contrib.layers",
    "tf.contrib.rnn",
    "tf.contrib.slim",
    "tf.layers",
    "tf.nn.bidirectional_dynamic_rnn",
    "tf.nn.dynamic_rnn",
    "tf.nn.rnn_cell",
    "tf.nn.static_rnn",
)
_UPDATING = re.compile(
    r"^tf\.(metrics\.|(layers|contrib\.(layers|slim))\.batch_norm|contrib\.(layers|slim)\.(?!$))"
)

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
    ("tf.assert_", Role.EFFECT),
    ("tf.examples", Role.HOST),
    *((prefix, Role.PURE) for prefix in _PURE_CONTRIB),
    *((prefix, Role.LAYER) for prefix in _LAYERS),
    ("tf.metrics", Role.METRIC),
    ("tf.contrib.data", Role.DATA),
    ("tf.contrib", Role.UNSUPPORTED),
    ("tf.data", Role.DATA),
    ("tf.debugging", Role.UNSUPPORTED),
    ("tf.distribute", Role.UNSUPPORTED),
    ("tf.estimator", Role.UNSUPPORTED),
    ("tf.keras", Role.UNSUPPORTED),
    ("tf.lookup", Role.UNSUPPORTED),
    ("tf.profiler", Role.UNSUPPORTED),
    ("tf.queue", Role.UNSUPPORTED),
    ("tf.saved_model", Role.UNSUPPORTED),
    ("tf.summary", Role.UNSUPPORTED),
    ("tf.train", Role.UNSUPPORTED),
    ("tf.losses", Role.COLLECTS),
)


# Families of symbols with effects, such as scatter_update, and with state, such as FIFOQueue.
_EFFECTS = re.compile(r"(^|\.)(batch_)?(assign|scatter)(_(?!nd$)\w+)?$")
_STATEFUL = re.compile(r"(Queue|Reader|Accumulator|Barrier|StagingArea|Iterator)$")


_DRAWS = re.compile(
    r"tf\.(random\.\w+|random_(normal|uniform|gamma|poisson|shuffle|crop)|truncated_normal|multinomial)$"
)


def role_of(symbol: str) -> Role:
    """The role of a TF 1 symbol such as `tf.train.AdamOptimizer`; what is not listed computes a value."""
    if symbol in _BY_NAME:
        return _BY_NAME[symbol]
    if _DRAWS.match(symbol):
        return Role.DRAW
    if _EFFECTS.search(symbol):
        return Role.EFFECT
    if _STATEFUL.search(symbol):
        return Role.UNSUPPORTED
    for prefix, role in _BY_PREFIX:
        if symbol == prefix or symbol.startswith(prefix if prefix.endswith("_") else prefix + "."):
            return role
    return Role.PURE


def has_updates(symbol: str) -> bool:
    """Whether a layer may make updates of its variables, which a session runs only where they are fetched."""
    return bool(_UPDATING.match(symbol))


# Methods that make iterators, or take elements of queues, of whatever object.
INPUT_METHODS = frozenset(
    {"dequeue", "dequeue_many", "dequeue_up_to", "make_initializable_iterator", "make_one_shot_iterator"}
)
# Functions that give structures, and those that give several tensors, one by one.
_NESTED = re.compile(
    r"(^|[._])(cond|case|while_loop|(bi)?\w*dynamic_rnn|\w*static_rnn|dynamic_decode|raw_rnn)$|^zero_state$"
)
_SEVERAL = re.compile(
    r"^tf\.(\w+\.)*(gradients|split|unstack|unpack|meshgrid|moments|weighted_moments|top_k|unique|svd|qr|"
    r"unique_with_counts|clip_by_global_norm|dynamic_partition|self_adjoint_eig|listdiff|setdiff1d|tuple)$"
)


def gives_several_values(name: str, *, unpacked: bool) -> bool:
    """Whether what a symbol or a method gives may be a structure; `unpacked`: whether its parts may be."""
    return bool(_NESTED.search(name) or not unpacked and _SEVERAL.match(name))


# Methods that change variables, whatever object they are called on,
UPDATING_METHODS = frozenset(
    {
        "apply",
        "assign",
        "assign_add",
        "assign_sub",
        "count_up_to",
        "scatter_add",
        "scatter_sub",
        "scatter_update",
    }
)
# and those that change other state, or run the graph.
EFFECTFUL_METHODS = frozenset(
    {
        "enqueue",
        "enqueue_many",
        "eval",
        "load",
        "make_callable",
        "partial_run",
        "restore",
        "run",
        "save",
    }
)
APPLYING_METHODS = frozenset({"apply_gradients", "minimize"})
MUTATING_METHODS = frozenset(
    {
        "add",
        "append",
        "appendleft",
        "apply",
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
# Methods of generators of random numbers and of batches: they give something else at every call.
DRAWING_METHODS = frozenset(
    {
        "__next__",
        "choice",
        "integers",
        "next_batch",
        "normal",
        "permutation",
        "rand",
        "randint",
        "randn",
        "random",
        "random_integers",
        "random_sample",
        "standard_normal",
        "uniform",
    }
)
# Modules whose functions give something else at every call.
DRAWING_MODULES = ("numpy.random", "random", "time", "datetime", "uuid", "secrets")
