"""Replacing one function or property of TensorFlow, or of a module that is not imported yet."""

import functools
import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

import tensorflow as tf

from .._errors import EmulateError
from .tested_versions import TESTED


def replace(owner: Any, name: str, make: Callable[[Any], Callable[..., Any]]) -> None:
    """Sets the function `owner.name` to `make(original)`, keeping its name and documentation."""
    original = _get(owner, name)
    setattr(owner, name, functools.wraps(original)(make(original)))


def changing_server_config(change: Callable[[Any], Any]) -> Callable[[Any], Callable[..., Any]]:
    """What makes TensorFlow's function for a `ServerDef` give one whose ConfigProto is changed."""

    def make(original: Any) -> Callable[..., Any]:
        def _make_server_def(*args: Any, **kwargs: Any) -> Any:
            server_def = original(*args, **kwargs)
            server_def.default_session_config.CopyFrom(change(server_def.default_session_config))
            return server_def

        return _make_server_def

    return make


def replace_property(
    owner: Any,
    name: str,
    make: Callable[[Callable[[Any], Any]], Callable[[Any], Any]],
    on_set: Callable[[Any, Any], None] | None = None,
) -> None:
    """Makes `make(original getter)` the getter of the property `owner.name`.

    `on_set`, if given, is called with self and the value after the original setter.
    """
    original = _get(owner, name)

    def setter(self: Any, value: Any) -> None:
        original.__set__(self, value)
        if on_set is not None:
            on_set(self, value)

    setattr(owner, name, property(make(original.__get__), setter, doc=original.__doc__))


def _get(owner: Any, name: str) -> Any:
    try:
        return getattr(owner, name)
    except AttributeError as error:
        raise EmulateError(
            f"TensorFlow {tf.__version__} has no {owner.__name__}.{name}: emulate knows TensorFlow {TESTED}"
        ) from error


def when_imported(fixes: dict[str, Callable[[Any], None]]) -> None:
    """Calls the fix of each module with the module: now, or right after its own code has run."""
    for name, fix in fixes.items():
        if name in sys.modules:
            fix(sys.modules[name])
    sys.meta_path.insert(0, _Finder(fixes))


class _Finder:
    """Fixes a module right after its own code has run."""

    def __init__(self, fixes: dict[str, Callable[[Any], None]]) -> None:
        self._fixes = fixes

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        fix = self._fixes.get(name)
        spec = PathFinder.find_spec(name, path) if fix is not None else None
        if fix is None or spec is None or spec.loader is None:
            return None
        execute = spec.loader.exec_module

        def exec_module(module: ModuleType) -> None:
            execute(module)
            fix(module)

        spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec
