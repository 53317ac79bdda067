"""Elements of datasets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tensorflow as tf
from tensorflow.python.data.util import nest as data_nest
from tensorflow.python.data.util import structure


def element_types(spec: Any) -> tuple[list[tf.DType], list[tf.TensorShape]]:
    """Types and shapes of the tensors that an element of the structure `spec` is kept as in a dataset."""
    return structure.get_flat_tensor_types(spec), structure.get_flat_tensor_shapes(spec)


def element_of(spec: Any, tensors: Sequence[tf.Tensor]) -> Any:
    """The element of structure `spec` that a dataset keeps as `tensors`."""
    return structure.from_compatible_tensor_list(spec, list(tensors))


def element_spec(types: Any, shapes: Any, classes: Any) -> Any:
    """The structure of `tf.TypeSpec` for TF 1's three structures; `shapes` and `classes` may be `None`."""
    types = data_nest.map_structure(tf.as_dtype, types)
    if shapes is None:
        shapes = data_nest.map_structure(lambda _: tf.TensorShape(None), types)
    else:
        shapes = data_nest.map_structure_up_to(types, tf.TensorShape, shapes)
    if classes is None:
        classes = data_nest.map_structure(lambda _: tf.Tensor, types)
    return structure.convert_legacy_structure(types, shapes, classes)
