"""Which of TensorFlow 1.15's names come from where."""

from __future__ import annotations

import functools
import importlib
import operator
from collections import defaultdict
from collections.abc import Callable
from types import ModuleType
from typing import Any

from .._arguments import as_in_1_15
from .._tf.private_modules import KERAS
from ._arguments import RENAMED, orders
from ._namespace import Namespace
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
    "keras.backend.ctc_decode": "_keras",
    "keras.experimental.LinearCosineDecay": "_keras",
    "keras.experimental.NoisyLinearCosineDecay": "_keras",
    "keras.experimental.PeepholeLSTMCell": "_keras",
    "keras.losses.cosine": "_keras",
    "keras.losses.cosine_proximity": "_keras",
    "keras.losses.cosine_similarity": "_keras",
    "keras.metrics.cosine": "_keras",
    "keras.metrics.cosine_proximity": "_keras",
    "keras.mixed_precision.experimental.LossScaleOptimizer": "_keras",
    "keras.mixed_precision.experimental.Policy": "_keras",
    "keras.mixed_precision.experimental.global_policy": "_keras",
    "keras.mixed_precision.experimental.set_policy": "_keras",
    "keras.utils.HDF5Matrix": "_keras",
    "keras.utils.multi_gpu_model": "_keras",
    "nn.sigmoid_cross_entropy_with_logits": "_fallbacks",
    "nn.softmax_cross_entropy_with_logits": "_fallbacks",
    "nn.sparse_softmax_cross_entropy_with_logits": "_fallbacks",
    "random.experimental.create_rng_state": "_fallbacks",
    "split": "_axis_first",
    "train.Saver": "_fallbacks",
    "train.Server": "_fallbacks",
}


def surface(package: str, v1: Any) -> Namespace:
    """The root of the names, for the package `package` over `v1`, which is `tensorflow.compat.v1`."""
    own: defaultdict[str, dict[str, Callable[[], Any]]] = defaultdict(dict)

    def wrapped(symbol: str, module: ModuleType) -> Any:
        if not (".compat.v1" in module.__name__ or module.__name__.startswith(KERAS)):
            return module  # a file of TensorFlow's that is public under this name, as `tf.app` was
        return namespace(symbol, module)

    @functools.cache
    def namespace(symbol: str, module: Any) -> Namespace:
        inner = symbol.removeprefix("tf").removeprefix(".")
        name = f"{package}.{inner}" if inner else package
        return Namespace(name, symbol, module, own[inner], wrapped)

    def keras() -> Namespace:
        return namespace("tf.keras", importlib.import_module(KERAS))

    def today(symbol: str) -> Any:
        """What TensorFlow or Keras have under `symbol`."""
        inside = symbol.removeprefix("keras.")
        return operator.attrgetter(inside)(v1 if inside == symbol else importlib.import_module(KERAS))

    def ordered(symbol: str, order: list[str]) -> Any:
        return as_in_1_15(today(symbol), order, RENAMED.get(symbol, {}))

    root = namespace("tf", v1)
    values: dict[str, Callable[[], Any]] = {
        **{symbol: functools.partial(ordered, symbol, order) for symbol, order in orders().items()},
        **{symbol: functools.partial(importlib.import_module, module) for symbol, module in MODULES.items()},
        **{symbol: functools.partial(fallback, file, symbol) for symbol, file in FALLBACKS.items()},
        **{symbol: functools.partial(operator.attrgetter(name), root) for symbol, name in OLD_NAMES.items()},
        **{symbol: lambda: VERSION for symbol in ("__version__", "VERSION", "version.VERSION")},
        "compat.v1": lambda: root,
        "keras": keras,
    }
    for symbol, value in values.items():
        parent, _, name = symbol.rpartition(".")
        own[parent][name] = value
    for part in ("keras.mixed_precision.experimental",):  # modules that are gone with all of their names
        parent, _, name = part.rpartition(".")
        own[parent][name] = functools.partial(namespace, f"tf.{part}", ModuleType(part))
    return root


def fallback(file: str, symbol: str) -> Any:
    """What the file has for a symbol that TensorFlow 2 lost or changed."""
    module = importlib.import_module(f".{file}", __package__)
    return getattr(module, symbol.rpartition(".")[2])
