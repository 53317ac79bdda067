"""What `tensorflow_estimator` wants of TensorFlow for TPUs that TensorFlow no longer has.

All of it can be named, so that the estimators for TPUs can be made and run elsewhere; what a TPU alone can
do raises once it is called.
"""

from __future__ import annotations

import functools
from typing import Any

from .._errors import CompatError


class _NeedsTpu:
    """Raises when it is made, or called as a function."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise CompatError(
            f"{type(self).__name__} needs a TPU, for which TensorFlow 2 has other means: with use_tpu=False "
            "a TPUEstimator trains on CPU and GPUs; for TPUs use tf.distribute.TPUStrategy and "
            "tf.tpu.experimental.embedding"
        )


@functools.cache
def _named(name: str) -> type[_NeedsTpu]:
    return type(name, (_NeedsTpu,), {})


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return _named(name)
