"""TF 1 names of what a step holds."""

from __future__ import annotations

import functools
import inspect
from typing import Any

import tensorflow as tf

GLOBAL_STEP = "global_step"


def op_name(value: Any) -> str:
    """What `value.op.name` gave in a graph of TensorFlow 1: the name of a tensor or variable without `:0`.

    Variables of a step live outside of its graph, where they have no operation.

    Args:
      value: a tensor of a step, or a variable.

    Raises:
      AttributeError: it is neither.
    """
    if isinstance(value, tf.Variable):
        return str(value.name).partition(":")[0]
    return str(value.op.name)


def described(function: Any) -> str:
    """A function by its name, and where it stands."""
    while isinstance(function, functools.partial):
        function = function.func
    code = getattr(inspect.unwrap(getattr(function, "__func__", function)), "__code__", None)
    name = getattr(function, "__qualname__", repr(function))
    return f"{name} ({code.co_filename}:{code.co_firstlineno})" if code is not None else name
