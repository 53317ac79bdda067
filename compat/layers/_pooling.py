"""Pooling layers of `tf.layers`, over one to three dimensions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf

from .._types import Name, Sizes
from ._arguments import data_format_of, padding_of, per_dimension
from ._functional import functional
from ._layer import Layer
from ._spec import InputSpec


class _Pooling(Layer):
    rank: int
    _op: str
    _pool: Callable[..., Any]

    def __init__(
        self,
        pool_size: Sizes,
        strides: Sizes,
        padding: str = "valid",
        data_format: str = "channels_last",
        name: Name = None,
        **kwargs: Any,
    ) -> None:
        """Take what the layer of TF 1.15 takes.

        Args:
          pool_size: of the window, one number for all dimensions or one for each.
          strides: how far the window moves, in the same way.
          padding: `"valid"` or `"same"`.
          data_format: `"channels_last"`, [batch, …, channels], or `"channels_first"`, [batch, channels, …].
          name: of the layer.
          kwargs: `trainable` and `dtype`, which change nothing.

        Raises:
          ValueError: another `padding` or `data_format`, or a size with another number of dimensions. When it
            is called: inputs of another rank.
        """
        super().__init__(name=name, **kwargs)
        self.pool_size = per_dimension(pool_size, self.rank, "pool_size")
        self.strides = per_dimension(strides, self.rank, "strides")
        self.padding = padding_of(padding)
        self.data_format = data_format_of(data_format)
        self.input_spec = InputSpec(ndim=self.rank + 2)

    def call(self, inputs: Any) -> Any:
        """Pool the inputs."""
        spatial = "DHW"[3 - self.rank :]
        first = self.data_format == "channels_first"
        # Not tf.nn.pool, which refuses strides that are larger than the window.
        return self._pool(
            inputs,
            ksize=list(self.pool_size),
            strides=list(self.strides),
            padding=self.padding.upper(),
            data_format=f"NC{spatial}" if first else f"N{spatial}C",
            name=self._op,
        )


class MaxPooling1D(_Pooling):
    """Maximum over windows of one dimension, as `tf.layers.MaxPooling1D`.

    Of [batch, length, channels] it gives the same with fewer positions.
    """

    rank = 1
    _op = "MaxPool"
    _pool = staticmethod(tf.nn.max_pool1d)


class MaxPooling2D(_Pooling):
    """Maximum over windows of two dimensions, as `tf.layers.MaxPooling2D`.

    Of [batch, height, width, channels] it gives the same with fewer positions.
    """

    rank = 2
    _op = "MaxPool"
    _pool = staticmethod(tf.nn.max_pool2d)


class MaxPooling3D(_Pooling):
    """Maximum over windows of three dimensions, as `tf.layers.MaxPooling3D`.

    Of [batch, depth, height, width, channels] it gives the same with fewer positions.
    """

    rank = 3
    _op = "MaxPool"
    _pool = staticmethod(tf.nn.max_pool3d)


class AveragePooling1D(_Pooling):
    """Mean over windows of one dimension, as `tf.layers.AveragePooling1D`.

    Of [batch, length, channels] it gives the same with fewer positions.
    """

    rank = 1
    _op = "AvgPool"
    _pool = staticmethod(tf.nn.avg_pool1d)


class AveragePooling2D(_Pooling):
    """Mean over windows of two dimensions, as `tf.layers.AveragePooling2D`.

    Of [batch, height, width, channels] it gives the same with fewer positions.
    """

    rank = 2
    _op = "AvgPool"
    _pool = staticmethod(tf.nn.avg_pool2d)


class AveragePooling3D(_Pooling):
    """Mean over windows of three dimensions, as `tf.layers.AveragePooling3D`.

    Of [batch, depth, height, width, channels] it gives the same with fewer positions.
    """

    rank = 3
    _op = "AvgPool"
    _pool = staticmethod(tf.nn.avg_pool3d)


max_pooling1d = functional(MaxPooling1D, "max_pooling1d", last=())
max_pooling2d = functional(MaxPooling2D, "max_pooling2d", last=())
max_pooling3d = functional(MaxPooling3D, "max_pooling3d", last=())
average_pooling1d = functional(AveragePooling1D, "average_pooling1d", last=())
average_pooling2d = functional(AveragePooling2D, "average_pooling2d", last=())
average_pooling3d = functional(AveragePooling3D, "average_pooling3d", last=())
