"""TensorFlow's operations that update a variable, whether it is a reference or a resource."""

from __future__ import annotations

from typing import Any

import tensorflow as tf


def apply(name: str, var: Any, slots: dict[str, Any], **values: Any) -> Any:
    """`tf.raw_ops.Apply…` (or `ResourceApply…`) on a variable and its slots; gives the operation."""
    is_reference = getattr(var, "handle", None) is None
    operation = getattr(tf.raw_ops, name if is_reference else f"Resource{name}")
    states = {"var": var, **slots}
    if not is_reference:
        states = {key: state.handle for key, state in states.items()}
    updated = operation(**states, **values)
    return updated.op if is_reference else updated


def cast(value: Any, var: Any) -> Any:
    """A number of an optimizer's in the type of a variable."""
    return tf.cast(value, var.dtype.base_dtype)
