"""What a layer asks of its input."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any

import tensorflow as tf

from .._types import DType


class InputSpec:
    """What a layer asks of its input, as `tf.layers.InputSpec`; each is asked if it is given.

    Args:
      dtype: its type.
      shape: its shape.
      ndim, max_ndim, min_ndim: its rank, and what that is at most, and at least.
      axes: the sizes of single dimensions, by their numbers.

    Raises:
      ValueError: from a call of the layer, where the input is not so.
    """

    def __init__(
        self,
        dtype: DType | None = None,
        shape: tf.TensorShape | Sequence[int | None] | None = None,
        ndim: int | None = None,
        max_ndim: int | None = None,
        min_ndim: int | None = None,
        axes: Mapping[int, int | None] | None = None,
    ) -> None:
        self.dtype = None if dtype is None else tf.as_dtype(dtype).name
        self.shape = shape
        self.ndim = len(shape) if shape is not None else ndim
        self.max_ndim = max_ndim
        self.min_ndim = min_ndim
        self.axes = {int(axis): size for axis, size in (axes or {}).items()}

    def check(self, name: str, value: Any) -> None:
        """Raise `ValueError`, in the words of TF 1, where `value` is not what is asked for."""
        check_input(self, name, value)


def check_input(spec: Any, name: str, value: Any, place: int = 0) -> None:
    """Raise `ValueError`, in the words of TF 1, where `value` is not what a specification asks for.

    Args:
      spec: an `InputSpec`, of here or of Keras.
      name: the layer's.
      value: the tensor.
      place: which of the layer's inputs it is.
    """
    begin = f"Input {place} of layer {name} is incompatible with the layer: "
    rank = value.shape.rank
    if rank is None and (spec.ndim, spec.min_ndim, spec.max_ndim) != (None, None, None):
        raise ValueError(f"{begin}its rank is undefined, but the layer requires a defined rank.")
    for word, wanted, is_wrong in (
        ("", spec.ndim, operator.ne),
        ("max_", spec.max_ndim, operator.gt),
        ("min_", spec.min_ndim, operator.lt),
    ):
        if wanted is not None and is_wrong(rank, wanted):
            raise ValueError(
                f"{begin}expected {word}ndim={wanted}, found ndim={rank}. "
                f"Full shape received: {value.shape.as_list()}"
            )
    if spec.dtype is not None and value.dtype != spec.dtype:
        raise ValueError(f"{begin}expected dtype={spec.dtype}, found dtype={value.dtype}")
    if rank is None:
        return
    shape = value.shape.as_list()
    for axis, size in (spec.axes or {}).items():
        size = getattr(size, "value", size)
        if size is not None and shape[int(axis)] not in (size, None):
            raise ValueError(
                f"{begin}expected axis {axis} of input shape to have value {size} but received input with "
                f"shape {shape}"
            )
    for wanted, found in zip(spec.shape or (), shape, strict=False):
        if None not in (wanted, found) and wanted != found:
            raise ValueError(f"{begin}expected shape={spec.shape}, found shape={shape}")
