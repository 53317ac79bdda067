"""Doing something as soon as a program imports TensorFlow, and nothing until then.

Loaded by `inject/sitecustomize.py` at the start of every Python, by its path: imports nothing but what is
there already.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any


def when_tensorflow_is_imported(action: Callable[[], None]) -> None:
    """Calls `action` once, right after TensorFlow's own code has run; it must not have been imported yet."""
    sys.meta_path.insert(0, _TensorFlowFinder(action))


class _TensorFlowFinder:
    """Lets TensorFlow's own loader run, then `action`; steps aside after the first time."""

    def __init__(self, action: Callable[[], None]) -> None:
        self._action = action

    def find_spec(
        self, name: str, path: Any = None, target: Any = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != "tensorflow":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is None or spec.loader is None:
            return spec
        execute = spec.loader.exec_module

        def exec_module(module: ModuleType) -> None:
            execute(module)
            self._action()

        spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec
