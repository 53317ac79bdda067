"""Tells numbers from the other things that a step may give."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import tensorflow as tf
from google.protobuf.message import DecodeError

from ..records import Array, Values


def as_number(value: Any) -> Array | None:
    """A copy of `value` as an array of numbers or truth values; `None` for anything else, such as text.

    A copy, since an array that shares a variable's memory would make its next update copy it. Types that
    NumPy lacks (bfloat16) become float32, which holds all their values.
    """
    array = np.array(value)
    if array.dtype.kind == "V" and array.dtype.names is None and array.dtype.itemsize <= 2:
        return array.astype(np.float32)
    return array if array.dtype.kind in "biufc" else None


def summaries_in(values: Iterable[Any]) -> Values:
    """The numbers in those of `values` that are summaries, as event files hold them, by their tags.

    Of a histogram they are what does not depend on how it is divided; of pictures and sounds there are none.
    """
    found: Values = {}
    for value in values:
        text = value.item() if isinstance(value, np.ndarray) and value.ndim == 0 else value
        try:
            parts = tf.compat.v1.Summary.FromString(text if isinstance(text, bytes) else b"").value
        except DecodeError:
            continue  # another text
        for part in parts:
            again = sum(tag.partition("#")[0] == part.tag for tag in found)
            found[f"{part.tag}#{again + 1}" if again else part.tag] = _summarised(part)
    return found


def _summarised(part: Any) -> Array:
    if part.HasField("histo"):
        histogram = part.histo
        return np.array([histogram.min, histogram.max, histogram.num, histogram.sum, histogram.sum_squares])
    if part.HasField("simple_value"):
        return np.array(part.simple_value, np.float32)
    number = as_number(tf.make_ndarray(part.tensor)) if part.HasField("tensor") else None
    return np.array([]) if number is None else number


def is_assigned(op: Any) -> bool:
    """Whether an operation reads a variable behind an assignment to it, for what that has assigned."""
    return op.type == "ReadVariableOp" and any(
        one.type in _ASSIGNMENTS and one.inputs[0] is op.inputs[0] for one in op.control_inputs
    )


def is_constant(tensor: Any) -> bool:
    """Whether a tensor of a graph is computed from constants alone, so that it is the same in every run.

    Such a value may have become one that is computed at once, outside of any step.
    """
    waiting, seen = [getattr(tensor, "op", None)], set[Any]()
    while waiting:
        op = waiting.pop()
        if op is None or getattr(op, "op_def", None) is None:  # an assignment gives a name alone
            return False
        if op.op_def.is_stateful or op.type.startswith("Placeholder"):
            return False
        if op not in seen:
            seen.add(op)
            waiting.extend([*op.control_inputs, *(one.op for one in op.inputs)])
    return True


_ASSIGNMENTS = frozenset({"AssignVariableOp", "AssignAddVariableOp", "AssignSubVariableOp"})
