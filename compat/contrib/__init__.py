"""What TF 1 programs used of `tf.contrib`; each part is imported when it is first asked for."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any

from ._imports import install as _install
from ._names import MissingError as MissingError

_INSTEAD = {
    "autograph": "tf.autograph",
    "bayesflow": "the package tensorflow-probability",
    "checkpoint": "tf.train.Checkpoint",
    "cloud": "GOOGLE_APPLICATION_CREDENTIALS in the environment, and the package tensorflow-io for BigQuery",
    "constrained_optimization": "the package tensorflow_constrained_optimization",
    "copy_graph": "tf.graph_util.import_graph_def",
    "factorization": "scikit-learn",
    "gan": "the package tensorflow-gan",
    "graph_editor": "tf.graph_util.import_graph_def with input_map",
    "hooks": "tf.compat.v1.train.ProfilerHook",
    "integrate": "tfp.math.ode of the package tensorflow-probability",
    "kafka": "the package tensorflow-io",
    "lite": "tf.lite",
    "mixed_precision": "tf.compat.v1.train.experimental",
    "model_pruning": "the package tensorflow-model-optimization",
    "optimizer_v2": "tf.compat.v1.train",
    "solvers": "tf.linalg.experimental.conjugate_gradient",
    "tensor_forest": "the package tensorflow-decision-forests",
    "tensorrt": "tf.experimental.tensorrt",
    "text": "the package tensorflow-text",
    "timeseries": "a recurrent network over tf.data.Dataset.window",
}


def __getattr__(name: str) -> Any:
    if name in __dir__():
        return importlib.import_module(f"{__name__}.{name}")
    raise MissingError("tf.contrib", name, _INSTEAD.get(name))


def __dir__() -> list[str]:
    return [found.name for found in pkgutil.iter_modules(__path__) if not found.name.startswith("_")]


_install(__name__)
