"""What `dir` shows of modules that have TensorFlow 1.15's names: these, and not what the modules import."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

# Whose classes and functions a module may have for its own; all else that has a home is imported for use.
_LIBRARIES = ("tensorflow", "tensorflow_estimator", "tf_slim", "tf_keras", "keras", "google")


def listed(module: str) -> Callable[[], list[str]]:
    """The `__dir__` of a module, by its name: what it has, and what its `__getattr__` finds elsewhere."""
    package = module.partition(".")[0]

    def names() -> list[str]:
        here = vars(sys.modules[module])
        found = set(own(here.items()))
        for source in getattr(here.get("__getattr__"), "sources", ()):
            shown = getattr(source, "__all__", None)
            every = [(name, getattr(source, name, None)) for name in shown or dir(source)]
            found.update(own(one for one in every if shown or not is_used(source, one[1])))
        return sorted(found)

    def is_used(source: Any, value: Any) -> bool:
        """Whether a module of ours has merely imported what it does not list."""
        home = getattr(value, "__module__", None) or ""
        ours = [name for name in (getattr(source, "__name__", ""), home) if name.partition(".")[0] == package]
        return len(ours) == 2 and ours[0] != home

    def own(values: Any) -> Iterator[str]:
        return (name for name, value in values if name[0] != "_" and (name.isupper() or is_own(value)))

    def is_own(value: Any) -> bool:
        if isinstance(value, ModuleType):
            return value.__name__.startswith((f"{module}.", "tf_slim."))
        home = (getattr(value, "__module__", None) or "").split(".")
        if home[0] == package:
            return home[1:2] != ["_errors"] and home[-1] != "_names" and value is not listed
        return home == [""] or home[0] in _LIBRARIES

    return names
