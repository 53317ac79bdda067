"""Modules of `tensorflow.python` that other packages stand in for, as they do for the public names.

TensorFlow 2 keeps cells, layers and a Keras of its own there, which know nothing of what `tf.nn.rnn_cell`,
`tf.layers` and `tf.keras` are here. A program that imports both is to get one kind of each.
"""

from __future__ import annotations

import functools
import importlib
from types import ModuleType
from typing import Any

from ._surface import KERAS, PACKAGE

_PYTHON = "tensorflow.python"
STAND_INS = {
    f"{_PYTHON}.keras": (KERAS, "tf_keras.src"),  # where names are public, those for TF 1's graphs
    f"{_PYTHON}.layers.base": (f"{PACKAGE}.layers",),
    f"{_PYTHON}.layers.convolutional": (f"{PACKAGE}.layers",),
    f"{_PYTHON}.layers.core": (f"{PACKAGE}.layers",),
    f"{_PYTHON}.layers.layers": (f"{PACKAGE}.layers",),
    f"{_PYTHON}.layers.normalization": (f"{PACKAGE}.layers",),
    f"{_PYTHON}.layers.pooling": (f"{PACKAGE}.layers",),
    f"{_PYTHON}.ops.rnn_cell": (f"{PACKAGE}.rnn_cell",),
    f"{_PYTHON}.ops.rnn_cell_impl": (f"{PACKAGE}.rnn_cell",),
}


def is_seen(name: str) -> bool:
    """Whether the module `name` has, holds or is under one that something stands in for."""
    return any(f"{known}.".startswith(f"{name}.") or name.startswith(f"{known}.") for known in STAND_INS)


@functools.cache
def view(name: str) -> ModuleType:
    """The module `name` of `tensorflow.python`, as programs are to see it."""
    return _View(name)


class _View(ModuleType):
    """The names of what stands in for a module, and the module's own for those that it lacks."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.__path__: list[str] = []  # a package: what is under it can be imported

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        inner = f"{self.__name__}.{name}"
        if any(f"{known}.".startswith(f"{inner}.") for known in STAND_INS):
            value: Any = view(inner)
        else:
            value = self._found(name)
        setattr(self, name, value)
        return value

    def _found(self, name: str) -> Any:
        homes = [
            home + self.__name__.removeprefix(known)
            for known in STAND_INS
            if f"{self.__name__}.".startswith(f"{known}.")
            for home in STAND_INS[known]
        ]
        for home in [*homes, self.__name__]:
            for module in _imported(home):
                if hasattr(module, name):
                    return getattr(module, name)
        for module in _imported(f"{self.__name__}.{name}"):
            return module
        raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")


def _imported(name: str) -> list[ModuleType]:
    """The module, if there is one."""
    try:
        return [importlib.import_module(name)]
    except ModuleNotFoundError:
        return []
