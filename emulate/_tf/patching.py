"""Replacing one function or property of TensorFlow."""

import functools
from collections.abc import Callable
from typing import Any

import tensorflow as tf

from ..errors import EmulateError


def replace(owner: Any, name: str, make: Callable[[Any], Callable[..., Any]]) -> None:
    """Sets the function `owner.name` to `make(original)`, keeping its name and documentation."""
    original = _get(owner, name)
    setattr(owner, name, functools.wraps(original)(make(original)))


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
            f"TensorFlow {tf.__version__} has no {owner.__name__}.{name}: "
            "emulate knows TensorFlow 2.16 to 2.21"
        ) from error
