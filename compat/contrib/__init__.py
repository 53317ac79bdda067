"""What TF 1 programs used of `tf.contrib`; each part is imported when it is first asked for."""

from __future__ import annotations

import importlib
from typing import Any

from ._names import MissingError

_PARTS = {
    "cluster_resolver",
    "compiler",
    "crf",
    "data",
    "distribute",
    "distributions",
    "eager",
    "estimator",
    "framework",
    "image",
    "keras",
    "layers",
    "learn",
    "legacy_seq2seq",
    "lookup",
    "losses",
    "metrics",
    "nn",
    "opt",
    "predictor",
    "rnn",
    "seq2seq",
    "slim",
    "staging",
    "summary",
    "tensorboard",
    "tpu",
    "training",
    "util",
}
_INSTEAD = {
    "cloud": "tf.io.gfile",
    "cudnn_rnn": "compat.rnn_cell with tf.compat.v1.nn.dynamic_rnn",
    "feature_column": "tf.feature_column",
    "saved_model": "tf.saved_model",
    "session_bundle": "tf.saved_model",
    "signal": "tf.signal",
    "stateless": "tf.random.stateless_uniform and its relatives",
    "tensorrt": "tf.experimental.tensorrt",
    "tfprof": "tf.compat.v1.profiler",
}


def __getattr__(name: str) -> Any:
    if name in _PARTS:
        return importlib.import_module(f"{__name__}.{name}")
    raise MissingError("tf.contrib", name, _INSTEAD.get(name))


def __dir__() -> list[str]:
    return sorted(_PARTS)
