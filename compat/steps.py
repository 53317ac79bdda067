"""Steps that run only what they return, as a Session ran only what was fetched."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import tensorflow as tf

from . import _tf


def session_step(
    body: Callable[..., Any], input_signature: Sequence[tf.TensorSpec], *, returns_inputs: bool
) -> Callable[..., Any]:
    """Trace `body` once, and return a function that computes what it returned and runs nothing else.

    See `VariableStore.pruned`.
    """
    traced = _tf.trace(body.__name__, body, input_signature)
    inputs, outputs = traced.returned if returns_inputs else (traced.arguments, traced.returned)
    names = None if returns_inputs else list(inspect.signature(body).parameters)
    leaves = tf.nest.flatten(outputs, expand_composites=True)
    has_value = [not isinstance(leaf, tf.Operation) and leaf is not None for leaf in leaves]
    fed = [tf.TensorSpec(tensor.shape, tensor.dtype, tensor.name) for tensor in inputs]
    compute = traced.pruned(inputs, leaves)

    def call(*args: Any, **kwargs: Any) -> Any:
        values = args if names is None or not kwargs else _in_order(names, args, kwargs)
        tensors = [_converted(value, spec) for value, spec in zip(values, fed, strict=True)]
        results = iter(compute(*tensors))
        flat = [next(results).numpy() if one else None for one in has_value]
        return tf.nest.pack_sequence_as(outputs, flat, expand_composites=True)

    return call


def _in_order(names: Sequence[str], args: Sequence[Any], kwargs: dict[str, Any]) -> list[Any]:
    given = dict(zip(names, args, strict=False)) | kwargs
    return [given[name] for name in names]


def _converted(value: Any, spec: tf.TensorSpec) -> tf.Tensor:
    """A value as `Session.run` took it for a placeholder: of the placeholder's type, and of its shape."""
    if not tf.is_tensor(value):
        value = np.asarray(value, dtype=spec.dtype.as_numpy_dtype)
    if not spec.shape.is_compatible_with(value.shape):
        raise ValueError(f"Cannot feed value of shape {value.shape} for {spec.name}, which has shape {spec.shape}")
    return tf.convert_to_tensor(value, spec.dtype)
