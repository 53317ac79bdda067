"""Patches of Keras, whose recurrent layers take cuDNN's kernels once a GPU is listed."""

from collections.abc import Callable
from typing import Any

from .patching import when_imported


def patch() -> None:
    """Makes Keras 3 and `tf_keras` take the kernels that they take without cuDNN, once they are imported."""
    when_imported(_FIXES)


def _without_cudnn(module: Any) -> None:
    # Keras 3.0 to 3.3 asks for the error of a missing kernel instead
    if hasattr(module, "_is_gpu_available"):
        module._is_gpu_available = lambda: False


def _standard(kind: str) -> Callable[[Any], None]:
    """Returns what makes `gpu_lstm` of tf_keras compute what `standard_lstm` does."""

    def fix(module: Any) -> None:
        standard = getattr(module, f"standard_{kind}")
        # cuDNN's output beyond the mask is zero
        setattr(module, f"gpu_{kind}", lambda **inputs: standard(zero_output_for_mask=True, **inputs))

    return fix


_FIXES: dict[str, Callable[[Any], None]] = {
    "keras.src.backend.tensorflow.rnn": _without_cudnn,
    "tf_keras.src.layers.rnn.lstm": _standard("lstm"),
    "tf_keras.src.layers.rnn.gru": _standard("gru"),
}
