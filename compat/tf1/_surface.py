"""Which of TensorFlow 1.15's names come from where."""

from __future__ import annotations

import functools
import importlib
import operator
from collections import defaultdict
from collections.abc import Callable
from types import ModuleType
from typing import Any

from .. import tf_keras
from .._argument_orders import RENAMED, orders
from .._arguments import as_in_1_15
from .._namespace import Namespace
from ._old_names import OLD_NAMES

VERSION = "1.15.5"  # what programs that ask are to take the names for

PACKAGE = __name__.rpartition(".tf1.")[0]

# Names that are modules elsewhere; what is under them is imported from there.
MODULES = {
    "app.flags": f"{PACKAGE}.tf1._flags",
    "contrib": f"{PACKAGE}.contrib",
    "core": "tensorflow.core",
    "estimator": f"{PACKAGE}.estimator",
    "examples": f"{PACKAGE}.examples",
    "flags": f"{PACKAGE}.tf1._flags",
    "layers": f"{PACKAGE}.layers",
    "nn.rnn_cell": f"{PACKAGE}.rnn_cell",
}

# Where what `tensorflow.compat.v1` lost, or takes other arguments for, is defined: in which file.
FALLBACKS = {
    "autograph.experimental.set_loop_options": "_fallbacks",
    "concat": "_axis_first",
    "config.experimental.set_virtual_device_configuration": "_fallbacks",
    "config.experimental_list_devices": "_fallbacks",
    "config.optimizer.get_jit": "_fallbacks",
    "distribute.Server": "_fallbacks",
    "image.non_max_suppression_padded": "_fallbacks",
    "nn.sigmoid_cross_entropy_with_logits": "_fallbacks",
    "nn.softmax_cross_entropy_with_logits": "_fallbacks",
    "nn.sparse_softmax_cross_entropy_with_logits": "_fallbacks",
    "random.experimental.create_rng_state": "_fallbacks",
    "split": "_axis_first",
    "train.Saver": "_fallbacks",
    "train.Server": "_fallbacks",
    "train.SyncReplicasOptimizer": "_fallbacks",
}


def surface(package: str, v1: Any) -> Namespace:
    """The root of the names, for the package `package` over `v1`, which is `tensorflow.compat.v1`."""
    own: defaultdict[str, dict[str, Callable[[], Any]]] = defaultdict(dict)

    def wrapped(symbol: str, module: ModuleType) -> Any:
        if ".compat.v1" not in module.__name__:
            return module  # a file of TensorFlow's that is public under this name, as `tf.app` was
        return namespace(symbol, module)

    @functools.cache
    def namespace(symbol: str, module: Any) -> Namespace:
        inner = symbol.removeprefix("tf").removeprefix(".")
        name = f"{package}.{inner}" if inner else package
        return Namespace(name, symbol, module, own[inner], wrapped)

    def ordered(symbol: str, order: list[str]) -> Any:
        return as_in_1_15(operator.attrgetter(symbol)(v1), order, RENAMED.get(symbol, {}))

    root = namespace("tf", v1)
    values: dict[str, Callable[[], Any]] = {
        **{
            symbol: functools.partial(ordered, symbol, order)
            for symbol, order in orders().items()
            if not symbol.startswith("keras.")
        },
        **{symbol: functools.partial(importlib.import_module, module) for symbol, module in MODULES.items()},
        **{symbol: functools.partial(fallback, file, symbol) for symbol, file in FALLBACKS.items()},
        **{symbol: functools.partial(operator.attrgetter(name), root) for symbol, name in OLD_NAMES.items()},
        **{symbol: lambda: VERSION for symbol in ("__version__", "VERSION", "version.VERSION")},
        "compat.v1": lambda: root,
        "keras": lambda: tf_keras.surface(f"{package}.keras"),
    }
    for symbol, value in values.items():
        parent, _, name = symbol.rpartition(".")
        own[parent][name] = value
    return root


def fallback(file: str, symbol: str) -> Any:
    """What the file has for a symbol that TensorFlow 2 lost or changed."""
    module = importlib.import_module(f".{file}", __package__)
    return getattr(module, symbol.rpartition(".")[2])
