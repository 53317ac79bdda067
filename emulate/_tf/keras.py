"""Patches of Keras, whose recurrent layers take cuDNN's kernels once a GPU is listed."""

import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any


def patch() -> None:
    """Makes Keras 3 and `tf_keras` take the kernels that they take without cuDNN, once they are imported."""
    for name, fix in _FIXES.items():
        if name in sys.modules:
            fix(sys.modules[name])
    sys.meta_path.insert(0, _Finder())


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


class _Finder:
    """Fixes a module right after its own code has run."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        fix = _FIXES.get(name)
        spec = PathFinder.find_spec(name, path) if fix is not None else None
        if fix is None or spec is None or spec.loader is None:
            return None
        execute = spec.loader.exec_module

        def exec_module(module: ModuleType) -> None:
            execute(module)
            fix(module)

        spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec
