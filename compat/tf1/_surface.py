"""Which of TensorFlow 1.15's names come from where."""

from __future__ import annotations

import functools
import importlib
import operator
from collections import defaultdict
from collections.abc import Callable
from types import ModuleType
from typing import Any

from ._namespace import Namespace
from ._old_names import OLD_NAMES

VERSION = "1.15.5"  # what programs that ask are to take the names for

PACKAGE = __name__.rpartition(".tf1.")[0]

# Names that are modules elsewhere; what is under them is imported from there.
MODULES = {
    "contrib": f"{PACKAGE}.contrib",
    "estimator": f"{PACKAGE}.estimator",
    "examples": f"{PACKAGE}.examples",
    "keras": "tf_keras.api._v1.keras",  # Keras 3, which is `tf.compat.v1.keras`, builds no TF 1 graphs
    "layers": f"{PACKAGE}.layers",
    "nn.rnn_cell": f"{PACKAGE}.rnn_cell",
}

FALLBACKS = {
    "autograph.experimental.set_loop_options": "set_loop_options",
    "config.experimental.set_virtual_device_configuration": "set_virtual_device_configuration",
    "config.experimental_list_devices": "experimental_list_devices",
    "nn.sigmoid_cross_entropy_with_logits": "sigmoid_cross_entropy_with_logits",
    "nn.softmax_cross_entropy_with_logits": "softmax_cross_entropy_with_logits",
    "nn.sparse_softmax_cross_entropy_with_logits": "sparse_softmax_cross_entropy_with_logits",
    "random.experimental.create_rng_state": "create_rng_state",
    "train.Saver": "Saver",
}

ADVICE = {
    "tf.data.experimental.MapVectorizationOptions": "leave it out: it set an optimisation that is gone",
    "tf.data.experimental.StatsAggregator": "use tf.profiler.experimental",
    "tf.data.experimental.StatsOptions": "use tf.profiler.experimental",
    "tf.data.experimental.bytes_produced_stats": "use tf.profiler.experimental",
    "tf.data.experimental.latency_stats": "use tf.profiler.experimental",
    "tf.data.experimental.CheckpointInputPipelineHook": "save the iterator with tf.train.Checkpoint",
    "tf.tpu.experimental": "use tf.tpu.experimental.embedding",
    "tf.python": "import the public name",
}


def surface(package: str, v1: Any) -> Namespace:
    """The root of the names, for the package `package` over `v1`, which is `tensorflow.compat.v1`."""
    own: defaultdict[str, dict[str, Callable[[], Any]]] = defaultdict(dict)

    def wrapped(symbol: str, module: ModuleType) -> Any:
        if ".compat.v1" not in module.__name__:
            return module  # a file of TensorFlow's that is public under this name, as `tf.app.flags` is
        return namespace(symbol, module)

    @functools.cache
    def namespace(symbol: str, module: Any) -> Namespace:
        inner = symbol.removeprefix("tf").removeprefix(".")
        name = f"{package}.{inner}" if inner else package
        return Namespace(name, symbol, module, own[inner], wrapped, advice)

    root = namespace("tf", v1)
    values: dict[str, Callable[[], Any]] = {
        **{symbol: functools.partial(importlib.import_module, module) for symbol, module in MODULES.items()},
        **{symbol: functools.partial(fallback, name) for symbol, name in FALLBACKS.items()},
        **{
            symbol: functools.partial(operator.attrgetter(today), root) for symbol, today in OLD_NAMES.items()
        },
        **{symbol: lambda: VERSION for symbol in ("__version__", "VERSION")},
        "compat.v1": lambda: root,
    }
    for symbol, value in values.items():
        parent, _, name = symbol.rpartition(".")
        own[parent][name] = value
    return root


def fallback(name: str) -> Any:
    """What `_fallbacks` has for a name that TensorFlow 2 lost or changed."""
    return getattr(importlib.import_module("._fallbacks", __package__), name)


def advice(symbol: str) -> str:
    """What to do instead of using `symbol`, as the end of a message."""
    while symbol:
        if symbol in ADVICE:
            return f": {ADVICE[symbol]}"
        symbol = symbol.rpartition(".")[0]
    return ""
