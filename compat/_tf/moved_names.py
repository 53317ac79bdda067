"""`tensorflow.python…`: functions and classes of TensorFlow's own modules, where they were in 1.15.

Programs import some from there, though they are nobody's interface. `moved_names.csv` tells where each is
today: under a public name, or in another module. A module that is still there gets what it lost beside what
it has, when that is asked for; one that is gone is made of what is left of it.
"""

from __future__ import annotations

import csv
import functools
import importlib
import importlib.abc
import importlib.machinery
import operator
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any


@functools.cache
def _table() -> dict[str, dict[str, str]]:
    """For modules, the names that they lost, and where each is: a public name, or `module:name`."""
    homes: defaultdict[str, dict[str, str]] = defaultdict(dict)
    with Path(__file__).with_name("moved_names.csv").open(encoding="utf-8") as table:
        for row in csv.DictReader(table):
            for short, _, name in (pair.partition("=") for pair in row["names"].split()):
                public = row["where"].startswith("tf.")
                homes[row["module"]][short] = row["where"] if public else f"{row['where']}:{name or short}"
    return homes


class _Lost:
    """What a module has no more; it is asked after the module itself."""

    def __init__(self, module: ModuleType, root: Any) -> None:
        self._module = module.__name__
        self._root = root
        self._before = vars(module).get("__getattr__")

    def __call__(self, name: str) -> Any:
        where = _table()[self._module].get(name)
        if where is not None:
            home, _, name = where.partition(":")
            if not name:
                return operator.attrgetter(home.removeprefix("tf."))(self._root)
            return getattr(importlib.import_module(home), name)
        if self._before is not None:
            return self._before(name)
        raise AttributeError(f"module {self._module!r} has no attribute {name!r}")


class _Loader(importlib.abc.Loader):
    """Loads a module, if it is there, and lets it find what it lost."""

    def __init__(self, loader: Any, root: Any) -> None:
        self._loader = loader
        self._root = root

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType | None:
        """As modules are made by default, or by who knows how."""
        return None if self._loader is None else self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Run the file of the module, if it has one."""
        if self._loader is not None:
            self._loader.exec_module(module)
        _complete(module, self._root)


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, root: Any) -> None:
        self._root = root

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The module of 1.15 called `fullname`, or None if it lost nothing."""
        if fullname not in _table():
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        if spec is None:
            is_package = any(name.startswith(f"{fullname}.") for name in _table())
            return importlib.machinery.ModuleSpec(fullname, _Loader(None, self._root), is_package=is_package)
        spec.loader = _Loader(spec.loader, self._root)
        return spec


def _complete(module: ModuleType, root: Any) -> None:
    vars(module)["__getattr__"] = _Lost(module, root)


def install(root: Any) -> None:
    """Let TensorFlow's modules have the names that 1.15's had; public ones are found under `root`."""
    if any(isinstance(finder, _Finder) for finder in sys.meta_path):
        return
    sys.meta_path.insert(0, _Finder(root))
    for name in _table():
        if name in sys.modules:
            _complete(sys.modules[name], root)
