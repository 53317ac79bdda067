"""Names of `tf.contrib` that other modules hold, and clear errors for those that none does."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

from .._errors import CompatError


class MissingError(CompatError, AttributeError):
    """A name of `tf.contrib` that `compat` does not have: the `symbol`, and what to use `instead`."""

    def __init__(self, module: str, name: str, instead: str | None = None) -> None:
        self.symbol = f"{module}.{name}"
        self.instead = instead
        advice = f": use {instead} instead" if instead else ""
        super().__init__(f"{module}.{name} is not in TensorFlow 2, and compat has no replacement{advice}")


def lookup(
    part: str, sources: Sequence[Any], instead: Mapping[str, str] | None = None
) -> Callable[[str], Any]:
    """A module's `__getattr__` that looks in `sources`, in their order.

    Args:
      part: the module's name below `tf.contrib`.
      sources: modules, or other objects with attributes.
      instead: what to use instead of names that are in none of them.
    """

    def find(name: str) -> Any:
        if name == "__path__":
            return []  # a package: its inner modules can be imported
        if not name.startswith("_"):
            for source in sources:
                if hasattr(source, name) and not _is_imported(source, name):
                    return getattr(source, name)
            inner = importlib.import_module("._inner", __package__)
            if inner.is_module(f"{part}.{name}"):
                return inner.module(f"{part}.{name}")
        raise MissingError(f"tf.contrib.{part}", name, (instead or {}).get(name))

    find.sources = sources  # type: ignore[attr-defined]  # for `dir`
    return find


def _is_imported(source: Any, name: str) -> bool:
    """Whether `name` is a module that `source` merely uses, as tf_slim's do `ops` and `tf`."""
    found = getattr(source, name)
    modules = isinstance(source, ModuleType) and isinstance(found, ModuleType)
    return modules and not found.__name__.startswith("tf_slim")
