"""Arguments in the order, and by the names, that TensorFlow 1.15 had for them."""

from __future__ import annotations

import csv
import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

# Arguments that are called otherwise today.
RENAMED: dict[str, dict[str, str]] = {
    "OptionalSpec": {"value_structure": "element_spec"},
    "data.experimental.OptionalStructure": {"value_structure": "element_spec"},
    "keras.preprocessing.text.one_hot": {"text": "input_text"},
    "keras.preprocessing.text.text_to_word_sequence": {"text": "input_text"},
    "keras.utils.GeneratorEnqueuer": {"sequence": "generator"},
    "keras.utils.deserialize_keras_object": {"identifier": "config"},
    "keras.utils.serialize_keras_object": {"instance": "obj"},
}


def orders() -> dict[str, list[str]]:
    """The arguments of 1.15, in order, of the symbols that have them otherwise today."""
    with Path(__file__).with_name("argument_orders.csv").open(encoding="utf-8") as table:
        return {row["symbol"]: row["arguments"].split() for row in csv.DictReader(table)}


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
