"""Names of `tf.contrib` that other modules hold, and clear errors for those that none does."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

from ..errors import CompatError

# The folders inside of a part of contrib, through which programs reached past its public names.
_FOLDERS = frozenset(
    {
        "estimators",
        "framework",
        "layers",
        "learn",
        "metrics",
        "ops",
        "python",
        "rnn",
        "slim",
        "training",
        "utils",
    }
)


class MissingError(CompatError, AttributeError):
    """A name of `tf.contrib` that `compat` does not have."""

    def __init__(self, module: str, name: str, instead: str | None = None) -> None:
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
        if not name.startswith("_"):
            for source in sources:
                if hasattr(source, name) and not _is_imported(source, name):
                    return getattr(source, name)
            if name in _FOLDERS:
                return _Folder(f"{__package__}.{part}")
        raise MissingError(f"tf.contrib.{part}", name, (instead or {}).get(name))

    return find


def _is_imported(source: Any, name: str) -> bool:
    """Whether `name` is a module that `source` merely uses, as tf_slim's do `ops` and `tf`."""
    found = getattr(source, name)
    modules = isinstance(source, ModuleType) and isinstance(found, ModuleType)
    return modules and not found.__name__.startswith("tf_slim")


class _Folder:
    """`tf.contrib.framework.python.ops` and the like: holds the public names of its part."""

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        return getattr(sys.modules[self._module], name)
