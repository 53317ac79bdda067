"""`import compat.contrib.slim.nets.vgg`: the modules of contrib's parts that are modules somewhere else."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from .._module_names import one_more
from ._inner import imported


class Finder(importlib.abc.MetaPathFinder):
    """Finds what no file of `package` holds."""

    def __init__(self, package: str) -> None:
        self.package = package

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The module that `fullname` stands for below a part of contrib, or None if there is none."""
        inside = fullname.removeprefix(f"{self.package}.")
        if inside == fullname or "." not in inside or inside.startswith("_") or _is_file(inside):
            return None
        module = imported(inside)
        return None if module is None else one_more(fullname, module)


def _is_file(inside: str) -> bool:
    path = Path(__file__).parent.joinpath(*inside.split("."))
    return path.is_dir() or path.with_suffix(".py").exists()


def install(package: str) -> None:
    """Let these modules be imported."""
    if not any(isinstance(finder, Finder) and finder.package == package for finder in sys.meta_path):
        # First, for a module that is a package would have its files found once more under the new name.
        sys.meta_path.insert(0, Finder(package))
