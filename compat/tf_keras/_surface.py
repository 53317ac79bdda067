"""Which names of TensorFlow 1.15's `tf.keras` come from where."""

from __future__ import annotations

import functools
import importlib
import operator
from collections import defaultdict
from collections.abc import Callable
from types import ModuleType
from typing import Any

from .._argument_orders import RENAMED, orders
from .._arguments import as_in_1_15
from .._namespace import Namespace
from .._tf.private_modules import KERAS

# What tf_keras lost, or computes otherwise: `_lost` has it.
LOST = (
    "backend.ctc_decode",
    "experimental.LinearCosineDecay",
    "experimental.NoisyLinearCosineDecay",
    "experimental.PeepholeLSTMCell",
    "losses.cosine",
    "losses.cosine_proximity",
    "losses.cosine_similarity",
    "metrics.cosine",
    "metrics.cosine_proximity",
    "mixed_precision.experimental.LossScaleOptimizer",
    "mixed_precision.experimental.Policy",
    "mixed_precision.experimental.global_policy",
    "mixed_precision.experimental.set_policy",
    "utils.HDF5Matrix",
    "utils.multi_gpu_model",
)
GONE = ("mixed_precision.experimental",)  # modules that are gone with all of their names


@functools.cache
def surface(name: str) -> Namespace:
    """`tf.keras` of TensorFlow 1.15, over tf_keras, as the module `name`."""
    own: defaultdict[str, dict[str, Callable[[], Any]]] = defaultdict(dict)

    def wrapped(symbol: str, module: ModuleType) -> Any:
        return namespace(symbol, module) if module.__name__.startswith(KERAS) else module

    @functools.cache
    def namespace(symbol: str, module: Any) -> Namespace:
        inner = symbol.removeprefix("tf.keras").removeprefix(".")
        return Namespace(f"{name}.{inner}" if inner else name, symbol, module, own[inner], wrapped)

    def ordered(symbol: str, order: list[str]) -> Any:
        today = operator.attrgetter(symbol)(importlib.import_module(KERAS))
        return as_in_1_15(today, order, RENAMED.get(f"keras.{symbol}", {}))

    of_keras = {
        symbol.removeprefix("keras."): order
        for symbol, order in orders().items()
        if symbol.startswith("keras.")
    }
    values: dict[str, Callable[[], Any]] = {
        **{symbol: functools.partial(ordered, symbol, order) for symbol, order in of_keras.items()},
        **{symbol: functools.partial(_lost, symbol.rpartition(".")[2]) for symbol in LOST},
        **{part: functools.partial(namespace, f"tf.keras.{part}", ModuleType(part)) for part in GONE},
    }
    for symbol, value in values.items():
        parent, _, short = symbol.rpartition(".")
        own[parent][short] = value
    return namespace("tf.keras", importlib.import_module(KERAS))


def _lost(name: str) -> Any:
    return getattr(importlib.import_module("._lost", __package__), name)
