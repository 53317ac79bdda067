"""`tf.estimator` as TensorFlow 1.15 had it: the last `tensorflow_estimator`, mended for today's TensorFlow.

Importing this loads nothing of that library and lets it be imported: by the first name that is asked for
here, or by a program itself.
"""

from __future__ import annotations

import importlib
from typing import Any

from .._arguments import as_in_1_15
from .._errors import SymbolError
from .._refusals import message
from .._tf.estimator_library import PARTS, public_names
from .._tf.estimator_library import allow_imports as allow_imports

allow_imports()

# Whose arguments stand in other places in the last tensorflow_estimator.
_ORDERS = {
    "DNNLinearCombinedEstimator": "head model_dir linear_feature_columns linear_optimizer dnn_feature_columns"
    " dnn_optimizer dnn_hidden_units dnn_activation_fn dnn_dropout input_layer_partitioner config"
    " linear_sparse_combiner"
}


def __getattr__(name: str) -> Any:
    if name in PARTS:
        return importlib.import_module(f"{__name__}.{name}")
    if name.startswith("__"):
        raise AttributeError(name)
    try:
        value = getattr(public_names(), name)
    except AttributeError:
        raise SymbolError(message(f"tf.estimator.{name}"), name=name) from None
    return as_in_1_15(value, _ORDERS[name].split(), {}) if name in _ORDERS else value


def __dir__() -> list[str]:
    return sorted({*PARTS, *(name for name in dir(public_names()) if name[0] != "_")})
