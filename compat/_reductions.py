"""A program's own cross-device operations, written as TensorFlow 1 had them."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import tensorflow as tf

# Today's methods, by those of before 1.13.
_METHODS = {
    "reduce_implementation": "_reduce",
    "batch_reduce_implementation": "_batch_reduce",
    "broadcast_implementation": "_broadcast",
}


class CrossDeviceOps(tf.distribute.CrossDeviceOps):
    """What a program's own cross-device operations inherit from, and `MirroredStrategy` takes.

    A subclass defines, as in TensorFlow 1.15, `reduce_implementation(reduce_op, per_replica_value,
    destinations)`, `batch_reduce_implementation(reduce_op, value_destination_pairs)` and perhaps
    `broadcast_implementation(tensor, destinations)`: the options that TensorFlow 2 gives beside these, of how
    to communicate, are left out, unless a method has a parameter `options`. Or it defines `_reduce`,
    `_batch_reduce` and `_broadcast`, as `CrossTowerOps` of `tf.contrib.distribute` had them; where the first
    parameter is an `aggregation`, it gets a `tf.VariableAggregation`.
    """

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Let TensorFlow 2 call the methods of a subclass."""
        super().__init_subclass__(**kwargs)
        for name, old in _METHODS.items():
            method = vars(cls).get(name, vars(cls).get(old))
            if method is not None:
                setattr(cls, name, _called_today(method))


def _called_today(method: Callable[..., Any]) -> Callable[..., Any]:
    """A method that may be given options, and a `tf.distribute.ReduceOp`."""
    parameters = inspect.signature(method).parameters
    if "options" in parameters:
        return method
    takes_aggregation = "aggregation" in parameters

    @functools.wraps(method)
    def called(self: Any, *given: Any, **named: Any) -> Any:
        named.pop("options", None)
        first, *rest = given[: len(parameters) - 1]
        if takes_aggregation and isinstance(first, tf.distribute.ReduceOp):
            first = getattr(tf.VariableAggregation, first.name)
        return method(self, first, *rest, **named)

    return called
