"""`tf.contrib.framework`: argument scopes, model variables and checkpoints, by tf_slim and `tf.train`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import tensorflow as tf

from .._listing import listed
from .._tf import contrib as _inner
from . import _nest as nest
from . import _slim, _vocabularies
from ._names import lookup

__dir__ = listed(__name__)

_V1 = tf.compat.v1

__getattr__ = lookup(
    "framework",
    [
        _slim.arg_scope,
        _slim.variables,
        _slim.framework_ops,
        _vocabularies,
        SimpleNamespace(
            BoundedTensorSpec=_inner.BoundedTensorSpec,
            RecordInput=_inner.RecordInput,
            TensorSpec=tf.TensorSpec,
            argsort=tf.argsort,
            convolutional_delta_orthogonal=_inner.convolutional_delta_orthogonal,
            convolutional_orthogonal_1d=_inner.convolutional_orthogonal_1d,
            convolutional_orthogonal_2d=_inner.convolutional_orthogonal_2d,
            convolutional_orthogonal_3d=_inner.convolutional_orthogonal_3d,
            assert_scalar=_inner.assert_scalar,
            deprecated=_inner.deprecated,
            deprecated_arg_values=_inner.deprecated_arg_values,
            deprecated_args=_inner.deprecated_args,
            is_tensor=tf.is_tensor,
            nest=nest,
            prepend_name_scope=_inner.prepend_name_scope,
            remove_squeezable_dimensions=_inner.remove_squeezable_dimensions,
            sort=tf.sort,
            strip_name_scope=_inner.strip_name_scope,
        ),
    ],
    {"fuse_op": "the graph as it is: its delegates for mobile devices are gone"},
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


def assert_scalar_int(tensor: Any, name: str | None = None) -> Any:
    """`tensor`, if it is an integer.

    Raises:
      ValueError: it is not, or has a dimension.
    """
    with _V1.name_scope(name, "assert_scalar_int", [tensor]) as scope:
        tensor = tf.convert_to_tensor(tensor)
        if not tensor.dtype.is_integer:
            raise ValueError(f"Expected integer type for {tensor}, received type: {tensor.dtype}.")
        return _inner.assert_scalar(tensor, name=scope)


def get_placeholders(graph: Any) -> list[Any]:
    """The placeholders of a graph."""
    return [op.values()[0] for op in graph.get_operations() if op.type == "Placeholder"]


def smart_case(
    pred_fn_pairs: Any, default: Any = None, exclusive: bool = False, name: str = "smart_case"
) -> Any:
    """`tf.case`, or just the one branch where the conditions are known while the graph is built."""
    return _inner.smart_case(pred_fn_pairs, default, exclusive, name)


def with_same_shape(expected_tensor: Any, tensor: Any) -> Any:
    """`tensor`, which is to have the shape of `expected_tensor`; what is not known now, a run checks."""
    shape = expected_tensor.shape
    return with_shape(shape.as_list() if shape.is_fully_defined() else tf.shape(expected_tensor), tensor)


def with_shape(expected_shape: Any, tensor: Any) -> Any:
    """`tensor`, which is to have that shape; what is not known now, a run checks.

    Raises:
      ValueError: it has another one.
    """
    if isinstance(tensor, tf.SparseTensor):
        raise ValueError("SparseTensor not supported.")
    known = None if tf.is_tensor(expected_shape) else _dimensions(expected_shape)
    if known is not None and tensor.shape.is_fully_defined():
        if tensor.shape.is_compatible_with(known):
            return tensor
        if known == [] and tensor.shape.is_compatible_with([1]):
            return tf.reshape(tensor, [])
        raise ValueError(f"Invalid shape for tensor {tensor.name}, expected {known}, got {tensor.shape}.")
    if known == []:
        return tf.reshape(tensor, [])
    message = f"Wrong shape for {tensor.name} [expected] [actual]."
    expected = tf.constant([-1 if d is None else d for d in known], tf.int32) if known else expected_shape
    is_rank = tf.equal(tf.size(expected), tf.rank(tensor))
    any_size = tf.equal(expected, -1)
    same = _V1.cond(
        is_rank,
        lambda: tf.reduce_all(tf.logical_or(any_size, tf.equal(expected, tf.shape(tensor)))),
        lambda: tf.constant(False),
    )
    with tf.control_dependencies([_V1.Assert(same, [message, expected, tf.shape(tensor)])]):
        checked = tf.identity(tensor)
    if known is not None:
        checked.set_shape(known)
    return checked


def _dimensions(shape: Sequence[Any]) -> list[int | None]:
    """A shape as a list; -1 and `None` stand for what is not known."""
    sizes = shape.as_list() if isinstance(shape, tf.TensorShape) else list(shape)
    return [None if size in (None, -1) else int(size) for size in sizes]


def init_from_checkpoint(checkpoint_dir: str, assignment_map: Any) -> None:
    """`tf.train.init_from_checkpoint`."""
    _V1.train.init_from_checkpoint(checkpoint_dir, assignment_map)


def list_variables(checkpoint_dir: str) -> Any:
    """Names and shapes of a checkpoint's variables."""
    return tf.train.list_variables(checkpoint_dir)


def load_checkpoint(filepattern: str) -> Any:
    """A reader of a checkpoint, or of the last one in a folder."""
    return tf.train.load_checkpoint(filepattern)


def load_variable(checkpoint_dir: str, name: str) -> Any:
    """One value of a checkpoint."""
    return tf.train.load_variable(checkpoint_dir, name)


def py_func(
    func: Callable[..., Any],
    args: Any = (),
    kwargs: Any = None,
    output_types: Any = None,
    output_shapes: Any = None,
    stateful: bool = True,
    name: str | None = None,
) -> Any:
    """`tf.py_func` of structures: arguments by position and by name, and what comes out.

    Raises:
      ValueError: types and shapes of what comes out are not of one structure.
    """
    if not isinstance(args, (list, tuple)):
        raise TypeError(f"args must be list and not {type(args)}. args: {args}")
    given = (list(args), dict(kwargs or {}))
    types = [tf.as_dtype(kind) for kind in tf.nest.flatten(output_types)]

    def called(*values: Any) -> Any:
        packed_args, packed_kwargs = tf.nest.pack_sequence_as(given, values)
        found = tf.nest.flatten(func(*packed_args, **packed_kwargs))
        return [np.array(one, kind.as_numpy_dtype) for one, kind in zip(found, types, strict=True)]

    outputs = _V1.py_func(called, tf.nest.flatten(given), types, stateful, name)
    if output_shapes is not None:
        tf.nest.assert_same_structure(output_types, output_shapes)
        for output, shape in zip(outputs, tf.nest.flatten(output_shapes), strict=True):
            output.set_shape(shape)
    return tf.nest.pack_sequence_as(output_types, outputs)


def zero_initializer(ref: Any, use_locking: bool = True, name: str = "zero_initializer") -> Any:
    """Makes a variable zero."""
    return _V1.assign(ref, tf.zeros(ref.shape, ref.dtype.base_dtype), use_locking=use_locking, name=name)
