"""`tf.contrib.framework`: argument scopes, model variables and checkpoints, by tf_slim and `tf.train`."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import tensorflow as tf

from . import _slim
from ._names import lookup

_V1 = tf.compat.v1

__getattr__ = lookup(
    "framework",
    [
        _slim.variables,
        _slim.arg_scope,
        _slim.framework_ops,
        SimpleNamespace(
            TensorSpec=tf.TensorSpec,
            argsort=tf.argsort,
            init_from_checkpoint=_V1.train.init_from_checkpoint,
            is_tensor=tf.is_tensor,
            list_variables=tf.train.list_variables,
            load_checkpoint=tf.train.load_checkpoint,
            load_variable=tf.train.load_variable,
            nest=tf.nest,
            py_func=_V1.py_func,
            sort=tf.sort,
            zero_initializer=_V1.zeros_initializer,
        ),
    ],
    {"deprecated": "nothing", "deprecated_args": "nothing"},
)


def convert_to_tensor_or_sparse_tensor(value: Any, dtype: Any = None, name: Any = None) -> Any:
    """A sparse tensor, or its value, as a sparse tensor; anything else as a tensor."""
    if isinstance(value, tf.SparseTensor):
        return value
    if isinstance(value, _V1.SparseTensorValue):
        return tf.SparseTensor(*value)
    return tf.convert_to_tensor(value, dtype, name=name)


def smart_cond(pred: Any, true_fn: Any, false_fn: Any, name: Any = None) -> Any:
    """`tf.cond`, or just the one branch where the condition is known while the graph is built."""
    known = tf.get_static_value(pred) if tf.is_tensor(pred) else pred
    if known is None:
        return _V1.cond(pred, true_fn, false_fn, name=name)
    return true_fn() if known else false_fn()


def smart_constant_value(pred: Any) -> Any:
    """The value of a condition that is known while the graph is built, else `None`."""
    return tf.get_static_value(pred) if tf.is_tensor(pred) else bool(pred)


def reduce_sum_n(tensors: Any, name: Any = None) -> Any:
    """The sum of all elements of all tensors."""
    with _V1.name_scope(name, "reduce_sum_n", tensors):
        return tf.add_n([tf.reduce_sum(tensor) for tensor in tensors])


def assert_same_float_dtype(tensors: Any = None, dtype: Any = None) -> Any:
    """Check that all are of one floating type, and give it."""
    return _V1.debugging.assert_same_float_dtype(tensors, dtype)
