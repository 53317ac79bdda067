"""`import tensorflow` gives these names: for programs of TensorFlow 1 that are to run without an edit."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

import tensorflow

from .._tf import stand_ins
from . import _imports
from ._surface import PACKAGE, surface

NAME = "tensorflow"
# Whose modules go on finding TensorFlow 2: they are written for it.
_LIBRARIES = (NAME, "keras", "tensorflow_estimator", "tf_keras", "tf_slim", PACKAGE)


def activate() -> None:
    """From here on, in this process, `import tensorflow` gives TensorFlow 1.15's names, as `compat.tf1` does.

    So do `from tensorflow.contrib import slim`, `import tensorflow.examples.tutorials.mnist.input_data` and
    the like. Modules of TensorFlow itself, of Keras, of tf_slim and of `compat` go on finding TensorFlow 2,
    and what has been imported already is not touched. A second call changes nothing.
    """
    if sys.modules[NAME] is not tensorflow:
        return
    view = surface(NAME, tensorflow.compat.v1)
    view.__path__ = list(tensorflow.__path__)  # where tensorflow.python is found
    view.__file__ = tensorflow.__file__
    view.__spec__ = tensorflow.__spec__
    _imports.install(NAME, view)
    sys.modules[NAME] = view
    _show_libraries(tensorflow, view)


def _show_libraries(package: ModuleType, view: ModuleType) -> None:
    """Give `package` to the import statements of libraries that would get `view`."""
    plain = builtins.__import__

    def imported(
        name: str,
        globals: Mapping[str, Any] | None = None,
        locals: Mapping[str, Any] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        is_library = _is_library((globals or {}).get("__name__") or "")
        inner = name != NAME or "python" in (fromlist or ())  # of the rest nothing is stood in for
        if fromlist and inner and not (is_library or level) and stand_ins.is_seen(name):
            return stand_ins.view(name)
        module = plain(name, globals, locals, fromlist or (), level)
        return package if module is view and is_library else module

    builtins.__import__ = imported


def _is_library(importer: str) -> bool:
    return any(importer == library or importer.startswith(f"{library}.") for library in _LIBRARIES)
