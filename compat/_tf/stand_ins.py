"""Modules of `tensorflow.python` that other packages stand in for, as they do for the public names.

TensorFlow 2 keeps cells, layers and a Keras of its own there, which know nothing of what `tf.nn.rnn_cell`,
`tf.layers` and `tf.keras` are here. A program that imports both is to get one kind of each.
"""

from __future__ import annotations

import functools
import importlib
from types import ModuleType
from typing import Any

from .private_modules import KERAS, KERAS_INSIDE

PACKAGE = __package__.rpartition(".")[0]
_PYTHON = "tensorflow.python"
_TRACKING = f"{_PYTHON}.training.tracking"
_TRACKABLE = f"{_PYTHON}.trackable"
STAND_INS = {
    f"{_PYTHON}.keras": (KERAS, KERAS_INSIDE),  # where names are public, those for TF 1's graphs
    f"{_PYTHON}.layers.base": (f"{PACKAGE}.layers",),
    f"{_PYTHON}.layers.convolutional": (f"{PACKAGE}.layers",),
    f"{_PYTHON}.layers.core": (f"{PACKAGE}.layers",),
    f"{_PYTHON}.layers.layers": (f"{PACKAGE}.layers",),
    f"{_PYTHON}.layers.normalization": (f"{PACKAGE}.layers",),
    f"{_PYTHON}.layers.pooling": (f"{PACKAGE}.layers",),
    f"{_PYTHON}.ops.rnn_cell": (f"{PACKAGE}.rnn_cell",),
    f"{_PYTHON}.ops.rnn_cell_impl": (f"{PACKAGE}.rnn_cell",),
    f"{_PYTHON}.training.server_lib": (f"{PACKAGE}.tf1._fallbacks",),
    f"{_PYTHON}.tpu.tpu_config": (f"{PACKAGE}.contrib.tpu",),
    f"{_PYTHON}.tpu.tpu_estimator": (f"{PACKAGE}.contrib.tpu",),
    # Which have TensorFlow 2's classes under these names, and 1's under longer ones.
    f"{_PYTHON}.data.ops.dataset_ops": ("tensorflow.compat.v1.data",),
    f"{_PYTHON}.data.ops.readers": ("tensorflow.compat.v1.data",),
    f"{_PYTHON}.framework.device": ("tensorflow.compat.v1",),
    # Where TensorFlow has moved what is no other than it was.
    f"{_TRACKING}.base": (f"{_TRACKABLE}.base",),
    f"{_TRACKING}.data_structures": (f"{_TRACKABLE}.data_structures",),
    f"{_TRACKING}.graph_view": (f"{_PYTHON}.checkpoint.graph_view",),
    f"{_TRACKING}.layer_utils": (f"{_TRACKABLE}.layer_utils",),
    f"{_TRACKING}.object_identity": (f"{_PYTHON}.util.object_identity",),
    f"{_TRACKING}.python_state": (f"{_TRACKABLE}.python_state",),
    f"{_TRACKING}.tracking": tuple(f"{_TRACKABLE}.{name}" for name in ("autotrackable", "resource", "asset")),
    f"{_TRACKING}.util": (f"{_PYTHON}.checkpoint.checkpoint", f"{_PYTHON}.checkpoint.util"),
    f"{_PYTHON}.pywrap_tensorflow": (
        f"{_PYTHON}.client.pywrap_tf_session",
        f"{_PYTHON}.pywrap_tfe",
        f"{_PYTHON}.client._pywrap_device_lib",
        f"{_PYTHON}.client._pywrap_events_writer",
        f"{_PYTHON}.lib.io._pywrap_file_io",
        f"{_PYTHON}.lib.io._pywrap_record_io",
        f"{_PYTHON}.util._pywrap_checkpoint_reader",
        f"{_PYTHON}.util._pywrap_util_port",
        f"{_PYTHON}.util._pywrap_utils",
    ),
}


def is_seen(name: str) -> bool:
    """Whether the module `name` has, holds or is under one that something stands in for."""
    return any(f"{known}.".startswith(f"{name}.") or name.startswith(f"{known}.") for known in STAND_INS)


def has_more(name: str) -> bool:
    """Whether what stands in has the module `name`, or one under it: TensorFlow itself may have none."""
    return _holds(name) or any(_imported(home) for home in _homes(name))


def _holds(name: str) -> bool:
    return any(f"{known}.".startswith(f"{name}.") for known in STAND_INS)


def _homes(name: str) -> list[str]:
    """The modules that stand in for the module `name`."""
    above = [known for known in STAND_INS if f"{name}.".startswith(f"{known}.")]
    return [home + name.removeprefix(known) for known in above for home in STAND_INS[known]]


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
        if _holds(inner):
            value: Any = view(inner)
        else:
            value = self._found(name)
        setattr(self, name, value)
        return value

    def _found(self, name: str) -> Any:
        for home in [*_homes(self.__name__), self.__name__]:
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
