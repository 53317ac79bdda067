"""Functions that take their arguments as TensorFlow 1.15 did."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any


def named_only(function: Callable[..., Any]) -> Callable[..., Any]:
    """A cross entropy as 1.15 had it: older code had labels and logits swapped, so they are to be named.

    What stands in the first place is to be `None`; others may follow it without their names. TensorFlow 2
    has no such place.

    Args:
      function: such as `tf.nn.softmax_cross_entropy_with_logits`.

    Raises:
      ValueError: when it is called with anything else there.
    """

    @functools.wraps(function)
    def checked(_sentinel: Any = None, *others: Any, **named: Any) -> Any:
        if _sentinel is not None:
            raise ValueError(
                f"Only call `{function.__name__}` with named arguments (labels=..., logits=..., ...)"
            )
        return function(*others, **named)

    return checked


def as_in_1_15(value: Any, order: Sequence[str], renamed: Mapping[str, str]) -> Any:
    """The function or class `value`, for calls with arguments in `order` or by names that are `renamed`.

    Of a class this is a class that makes objects of `value`, and takes the objects of `value`, and the
    classes derived from it, for its own.
    """

    def named(args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
        if len(args) > len(order):
            raise TypeError(f"{value.__name__}() takes {len(order)} arguments, but {len(args)} were given")
        given = {**dict(zip(order, args, strict=False)), **kwargs}
        return {renamed.get(name, name): argument for name, argument in given.items()}

    if inspect.isclass(value):
        return _shown(value, named)

    @functools.wraps(value)
    def called(*args: Any, **kwargs: Any) -> Any:
        return value(**named(args, kwargs))

    return called


def _shown(value: Any, named: Callable[[Sequence[Any], Mapping[str, Any]], dict[str, Any]]) -> Any:
    class Kind(type(value)):  # type: ignore[misc]
        def __call__(cls, *args: Any, **kwargs: Any) -> Any:
            return value(**named(args, kwargs)) if cls is shown else super().__call__(*args, **kwargs)

        def __instancecheck__(cls, instance: Any) -> bool:
            return base in type(instance).__mro__ if cls is shown else super().__instancecheck__(instance)

        def __subclasscheck__(cls, other: type) -> bool:
            return base in other.__mro__ if cls is shown else super().__subclasscheck__(other)

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        value.__init__(self, **named(args, kwargs))

    # Resource variables are none of today's `compat.v1.Variable`, which was the base of all in 1.15.
    base = next((base for base in value.__mro__ if base.__name__ == "Variable"), value)
    names = {"__init__": __init__, "__doc__": value.__doc__, "__module__": value.__module__}
    shown = Kind(value.__name__, (value,), {**names, "__qualname__": value.__qualname__})
    return shown
