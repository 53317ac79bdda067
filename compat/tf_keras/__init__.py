"""`tf.keras` as TensorFlow 1.15 had it: tf_keras, whose layers also build graphs, where Keras 3's do not.

Steps that `compat.estimator` traces, and graphs for Programs, are made of it. Where a Program is the default
session, Keras runs on that; else on a Program of its own, in a thread that builds graphs by
`compat.build_graph`. Importing this lets tf_keras take the process for one of TensorFlow 1; tf_keras itself
is loaded by the first name that is asked for.
"""

from __future__ import annotations

import importlib
import importlib.abc
import operator
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from .. import estimator as _estimator
from .._module_names import one_more
from .._program import Program
from .._program.building import is_building
from ._surface import surface as surface

_INSIDE = f"{__name__.rpartition('.')[0]}._tf.keras"


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the modules of `tf.keras` under this package."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module that `fullname` stands for, or None if it is none of ours."""
        symbol = fullname.removeprefix(f"{__name__}.")
        if symbol == fullname or symbol.startswith("_"):
            return None
        try:
            found = operator.attrgetter(symbol)(_names())
        except AttributeError:
            return None
        return one_more(fullname, found) if isinstance(found, ModuleType) else None


def _names() -> Any:
    importlib.import_module(_INSIDE).take_for_tensorflow1(_session)
    return surface(__name__)


def _session() -> Program | None:
    """What Keras runs on, in a thread that builds graphs for Programs and has entered none."""
    return Program() if is_building() else None


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return getattr(_names(), name)


def __dir__() -> list[str]:
    return dir(_names())


sys.meta_path.insert(0, _Finder())
_estimator.allow_imports()  # for `tf.keras.estimator`
