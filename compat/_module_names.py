"""Modules that can be imported under one more name."""

from __future__ import annotations

import importlib.abc
from importlib.machinery import ModuleSpec
from types import ModuleType


def one_more(name: str, module: ModuleType) -> ModuleSpec:
    """What a finder gives for `name` so that `import name` gives `module`, as it is."""
    return ModuleSpec(name, _Existing(module))


class _Existing(importlib.abc.Loader):
    def __init__(self, module: ModuleType) -> None:
        self._module = module
        self._spec = getattr(module, "__spec__", None)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """The module itself."""
        return self._module

    def exec_module(self, module: ModuleType) -> None:
        """Nothing is run: the module was; but the import gave it a new spec, and it keeps its own."""
        module.__spec__ = self._spec
