"""Watches what Keras trains by itself: the batches of `fit`, and optimizers that are called eagerly.

Both Kerases are watched, each from when the program imports it; neither is imported for this.
"""

from __future__ import annotations

import importlib.abc
import importlib.util
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

import tensorflow as tf

Call = Callable[..., Any]

_TRAINERS = {
    "keras.src.backend.tensorflow.trainer": "TensorFlowTrainer",
    "tf_keras.src.engine.training": "Model",
}
_OPTIMIZERS = {
    "keras.src.optimizers.base_optimizer": ("BaseOptimizer", "apply"),
    "tf_keras.src.optimizers.optimizer": ("Optimizer", "apply_gradients"),
    "tf_keras.src.optimizers.legacy.optimizer_v2": ("OptimizerV2", "apply_gradients"),
}


def watch_keras(changing: Call) -> None:
    """Have `changing` called with what trains on a batch, and with its arguments."""
    patches: dict[str, Callable[[ModuleType], None]] = {}
    for name, trainer in _TRAINERS.items():
        patches[name] = partial(_watch_trainer, trainer, changing)
    for name, (optimizer, method) in _OPTIMIZERS.items():
        patches[name] = partial(_watch_optimizer, optimizer, method, changing)
    for name in [name for name in patches if name in sys.modules]:
        patches.pop(name)(sys.modules[name])
    sys.meta_path.insert(0, _Patching(patches))


class _Patching(importlib.abc.MetaPathFinder):
    """Finds modules as the other finders do, and has each changed once it is executed."""

    def __init__(self, patches: dict[str, Callable[[ModuleType], None]]) -> None:
        self._patches = patches

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module's own spec, whose loader changes it; `None` for modules that stay as they are."""
        patch = self._patches.pop(fullname, None)
        spec = importlib.util.find_spec(fullname) if patch is not None else None
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module

            def exec_module(module: ModuleType) -> None:
                execute(module)
                assert patch is not None
                patch(module)

            spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


def _watch_trainer(name: str, changing: Call, module: ModuleType) -> None:
    """Watch the function that a model makes to train on a batch; it returns means, which are no fetches."""
    owner = getattr(module, name)
    real = owner.make_train_function

    def make_train_function(model: Any, *args: Any, **kwargs: Any) -> Any:
        real(model, *args, **kwargs)
        made = model.train_function
        if not isinstance(made, _Watched):
            model.train_function = _Watched(made, changing)
        return model.train_function

    owner.make_train_function = make_train_function


class _Watched:
    """A model's train function, whose calls are looked at."""

    def __init__(self, function: Call, changing: Call) -> None:
        self._function = function
        self._changing = changing

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._changing(_called, self._function, *args, **kwargs)


def _watch_optimizer(name: str, method: str, changing: Call, module: ModuleType) -> None:
    owner = getattr(module, name)
    real = getattr(owner, method)

    def apply(*args: Any, **kwargs: Any) -> Any:
        if not tf.executing_eagerly():
            return real(*args, **kwargs)
        return changing(_called, real, *args, **kwargs)

    setattr(owner, method, apply)


def _called(function: Call, *args: Any, **kwargs: Any) -> Any:
    return function(*args, **kwargs)
