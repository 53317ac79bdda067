"""What a layer asks of its input."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import tensorflow as tf


class InputSpec:
    """What a layer asks of its input, as `tf.layers.InputSpec`: any of dtype, rank and single dimensions."""

    def __init__(
        self,
        dtype: Any = None,
        shape: Any = None,
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
        shape = value.shape
        rank = shape.rank
        if rank is None:
            if self.ndim is not None or self.min_ndim is not None or self.axes:
                raise ValueError(
                    f"Input 0 of layer {name} is incompatible with the layer: its rank is undefined, "
                    "but the layer requires a defined rank."
                )
            return
        for wanted, found_wrong, word in (
            (self.ndim, rank != self.ndim, ""),
            (self.max_ndim, self.max_ndim is not None and rank > self.max_ndim, "max_"),
            (self.min_ndim, self.min_ndim is not None and rank < self.min_ndim, "min_"),
        ):
            if wanted is not None and found_wrong:
                raise ValueError(
                    f"Input 0 of layer {name} is incompatible with the layer: expected {word}ndim={wanted}, "
                    f"found ndim={rank}. Full shape received: {shape.as_list()}"
                )
        for axis, size in self.axes.items():
            if size is not None and shape[axis] not in (size, None):
                raise ValueError(
                    f"Input 0 of layer {name} is incompatible with the layer: expected axis {axis} of input "
                    f"shape to have value {size} but received input with shape {shape.as_list()}"
                )
