"""The modules inside the parts of `tf.contrib`, through which programs reached past its public names.

`tf.contrib.rnn.python.ops.core_rnn_cell` and the like hold what tf_slim has in the module that was made of
them, and the names of their part. `modules.txt`, which `generate.py` writes, says which there were.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import operator
from collections.abc import Iterator, Mapping
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

from .._names import MissingError

_CONTRIB = __package__.rpartition(".")[0]

# Where the modules in a folder went.
_NOW: Mapping[str, str] = {
    "framework.python.ops": "tf_slim.ops",
    "layers.python.layers": "tf_slim.layers",
    "layers.python.ops": "tf_slim.layers",
    "losses.python.losses": "tf_slim.losses",
    "losses.python.metric_learning.metric_loss_ops": "tf_slim.losses.metric_learning",
    "metrics.python.metrics": "tf_slim.metrics",
    "metrics.python.ops": "tf_slim.metrics",
    "slim.python.slim": "tf_slim",
    "training.python.training": "tf_slim.training",
    "training.python.training.hparam": f"{_CONTRIB}._hparam",
}
# Modules and folders that were there before 1.15.
_BEFORE = (
    "distributions.python.ops.bernoulli",
    "distributions.python.ops.beta",
    "distributions.python.ops.categorical",
    "distributions.python.ops.distribution",
    "distributions.python.ops.gamma",
    "distributions.python.ops.normal",
    "distributions.python.ops.uniform",
    "rnn.python.ops.core_rnn",
    "rnn.python.ops.core_rnn_cell_impl",
    "tfprof.python",
    "tfprof.python.tools",
    "tfprof.python.tools.tfprof",
)


class Inner(ModuleType):
    """One of them; a name that it does not have raises `MissingError`."""

    def __init__(self, path: str) -> None:
        super().__init__(f"tensorflow.contrib.{path}")
        self.__path__: list[str] = []  # a package: what is under it can be imported
        self._path = path

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        path = f"{self._path}.{name}"
        if is_module(path, as_attribute=True):
            return module(path)
        for source in self._sources():
            found = getattr(source, name, None)
            if found is not None and not (isinstance(found, ModuleType) and is_module(path)):
                return found
        raise MissingError(f"tf.contrib.{self._path}", name)

    def _sources(self) -> Iterator[ModuleType]:
        part = _imported(f"{_CONTRIB}.{self._path.partition('.')[0]}")
        folder = self._path
        while folder and folder not in _NOW:
            folder = folder.rpartition(".")[0]
        now = _imported(_NOW[folder] + self._path[len(folder) :]) if folder else None
        return (source for source in (now, part) if source is not None)


def module(path: str) -> ModuleType:
    """The module that was `tf.contrib.PATH`."""
    part, _, inside = path.partition(".python.")
    public = inside.removeprefix(f"{part}.") if inside else ""
    ours = _imported(f"{_CONTRIB}.{part}.{public}") if public else None
    return _made(path) if ours is None else ours


_made = functools.cache(Inner)


def imported(path: str) -> ModuleType | None:
    """What `import tf.contrib.PATH` gives, public or not; `None` if there is no such module.

    Raises:
      ModuleNotFoundError: there is none, and what to use instead is known.
    """
    contrib = importlib.import_module(_CONTRIB)
    try:
        found = operator.attrgetter(path)(contrib)
    except MissingError as error:
        raise ModuleNotFoundError(str(error), name=f"tensorflow.contrib.{path}") from None
    except AttributeError:
        return None
    if isinstance(found, ModuleType):
        return found
    return module(path) if is_module(path) else None


def is_module(path: str, *, as_attribute: bool = False) -> bool:
    """Whether there was a module, or a folder of modules, `tf.contrib.PATH`.

    `as_attribute`: whether the package around it shows it under its name, and nothing else.
    """
    shown = _modules().get(path)
    return bool(shown) if as_attribute else shown is not None


@functools.cache
def _modules() -> Mapping[str, bool]:
    known = dict.fromkeys(_BEFORE, True)
    for line in Path(__file__).with_name("modules.txt").read_text(encoding="utf-8").splitlines():
        path, _, hidden = line.partition(" ")
        known[path] = not hidden
    return known


@functools.cache
def _imported(name: str) -> ModuleType | None:
    """The module of that name, if a file holds it."""
    parent = name.rpartition(".")[0]
    if not parent:  # a package that is installed, be it by a finder of its own, as editable ones are
        return importlib.import_module(name) if importlib.util.find_spec(name) else None
    folder = getattr(_imported(parent), "__path__", None)
    # Only in its folder: our own finders would lead back to here.
    found = folder is not None and PathFinder.find_spec(name, folder)
    return importlib.import_module(name) if found else None
