"""`tf.estimator` as TensorFlow 1.15 had it: the last `tensorflow_estimator`, mended for today's TensorFlow.

Importing this loads nothing of that library and lets it be imported: by the first name that is asked for
here, or by a program itself.
"""

from __future__ import annotations

import importlib
from typing import Any

from ..errors import SymbolError
from . import _imports
from ._imports import allow_imports as allow_imports

allow_imports()

_TREES = "boosted trees are gone from tensorflow_estimator: use another library for them, or a DNN estimator"
_GONE = {
    "BoostedTreesClassifier": _TREES,
    "BoostedTreesEstimator": _TREES,
    "BoostedTreesRegressor": _TREES,
}


def __getattr__(name: str) -> Any:
    if name in _imports.PARTS:
        return importlib.import_module(f"{__name__}.{name}")
    if name in _GONE:
        raise SymbolError(f"tf.estimator.{name} is not in TensorFlow 2: {_GONE[name]}", name=name)
    if name.startswith("__"):
        raise AttributeError(name)
    try:
        return getattr(importlib.import_module(_imports.PUBLIC), name)
    except AttributeError:
        raise SymbolError(f"tf.estimator.{name} is in no TensorFlow", name=name) from None


def __dir__() -> list[str]:
    return sorted(
        {*_imports.PARTS, *(name for name in dir(importlib.import_module(_imports.PUBLIC)) if name[0] != "_")}
    )
