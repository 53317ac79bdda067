"""`import compat.tf1.contrib.slim as slim`: names under `compat.tf1` that are modules somewhere else."""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import operator
import sys
from collections.abc import Collection, Sequence
from types import ModuleType
from typing import Any

from .._module_names import one_more
from .._tf.private_modules import ESTIMATOR
from .._tf.stand_ins import has_more, is_seen, view
from ..contrib._inner import imported as contrib_module
from ._surface import MODULES

# Modules that only imports reach.
_IMPORTED = {
    **MODULES,
    "python.estimator": ESTIMATOR,
}


class Finder(importlib.abc.MetaPathFinder):
    """Finds what is under one package in other places; of all its modules, or of some."""

    def __init__(self, package: str, root: Any, only: Collection[str] | None = None) -> None:
        self.serves = package, only
        self._prefix = f"{package}."
        self._root = root
        self._only = only

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The module that `fullname` stands for, or None if it is none of ours."""
        symbol = fullname.removeprefix(self._prefix)
        if symbol == fullname or symbol.startswith("_"):
            return None  # another package's, or a file of this one
        if self._only is not None and symbol.partition(".")[0] not in self._only:
            return None
        module = self._module(symbol, path)
        return None if module is None else one_more(fullname, module)

    def _module(self, symbol: str, path: Sequence[str] | None) -> ModuleType | None:
        for known, module in _IMPORTED.items():
            if symbol == known or symbol.startswith(f"{known}."):
                inside = symbol[len(known) + 1 :]
                if known == "contrib" and inside:
                    return contrib_module(inside)
                home = ".".join(filter(None, (module, inside)))
                # Of TensorFlow itself, what is where it was is found by the usual import.
                return None if home == self._prefix + symbol else importlib.import_module(home)
        if symbol == "python" or symbol.startswith("python."):
            name = f"tensorflow.{symbol}"
            if name.startswith(self._prefix):
                # TensorFlow itself imports what it has by this name.
                is_gone = has_more(name) and importlib.machinery.PathFinder.find_spec(name, path) is None
                return view(name) if is_gone else None
            return view(name) if is_seen(name) else importlib.import_module(name)
        try:
            found = operator.attrgetter(symbol)(self._root)
        except AttributeError:
            return None
        return found if isinstance(found, ModuleType) else None


def install(package: str, root: Any, only: Collection[str] | None = None) -> None:
    """Let modules of the names under `root`, or `only` some of them, be imported as those of `package`."""
    if not any(isinstance(finder, Finder) and finder.serves == (package, only) for finder in sys.meta_path):
        # First, for a module that is a package would have its files found once more under the new name.
        sys.meta_path.insert(0, Finder(package, root, only))
