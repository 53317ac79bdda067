"""What is fed for sparse placeholders, and what a session gave for sparse tensors and gradients."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import tensorflow as tf

from . import _tf
from ._feed_values import fed_array


def components(value: Any) -> tuple[Any, Any, Any]:
    """The indices, the values and the shape of what is fed: a sparse tensor, its value, or these three."""
    if isinstance(value, tf.SparseTensor):
        return value.indices, value.values, value.dense_shape
    indices, values, shape = value
    return indices, values, shape


def as_values(result: Any) -> Any:
    """`result` with each sparse tensor, and each sparse gradient, as the value that a session gave for it."""
    return tf.nest.map_structure(_as_value, result)


def _as_value(leaf: Any) -> Any:
    if isinstance(leaf, tf.SparseTensor):
        return tf.compat.v1.SparseTensorValue(*map(_array, components(leaf)))
    if isinstance(leaf, tf.IndexedSlices):
        return _tf.IndexedSlicesValue(*map(_array, (leaf.values, leaf.indices, leaf.dense_shape)))
    return leaf


def taking_values(
    step: Callable[..., Any], body: Callable[..., Any], signature: Sequence[tf.TypeSpec]
) -> Callable[..., Any]:
    """`step`, whose arguments have this `signature`, called with what is fed for the sparse ones of them."""
    if not any(isinstance(spec, tf.SparseTensorSpec) for spec in signature):
        return step
    specs = dict(zip(inspect.signature(body).parameters, signature, strict=True))

    def call(*args: Any, **kwargs: Any) -> Any:
        fed = (_fed(value, spec) for value, spec in zip(args, signature, strict=False))
        return step(*fed, **{name: _fed(value, specs.get(name)) for name, value in kwargs.items()})

    return call


def _fed(value: Any, spec: tf.TypeSpec | None) -> Any:
    if not isinstance(spec, tf.SparseTensorSpec):
        return value
    indices, values, shape = components(value)
    if not tf.is_tensor(values):
        values = fed_array(values, spec.dtype.as_numpy_dtype)
    return tf.SparseTensor(_integers(indices), tf.convert_to_tensor(values, spec.dtype), _integers(shape))


def _integers(value: Any) -> Any:
    return value if tf.is_tensor(value) else np.asarray(value, dtype=np.int64)


def _array(value: Any) -> Any:
    return value.numpy() if tf.is_tensor(value) else value
