"""Convolutions of `tf.layers`: plain, separable and transposed, over one to three dimensions."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .._types import Activation, Constraint, Initializer, Name, Regularizer, Shape, Sizes
from ._arguments import activation_of, data_format_of, padding_of, per_dimension
from ._functional import functional
from ._layer import Layer, own_weight
from ._spec import InputSpec

_V1 = tf.compat.v1
_ZEROS = _V1.zeros_initializer()


class _Conv(Layer):
    """What all convolutions share: their arguments and variables.

    Variables: `kernel` of shape [*kernel_size, input channels, filters], `bias` of shape [filters].
    """

    rank: int

    def __init__(
        self,
        filters: int,
        kernel_size: Sizes,
        strides: Sizes = 1,
        padding: str = "valid",
        data_format: str = "channels_last",
        dilation_rate: Sizes = 1,
        activation: Activation = None,
        use_bias: bool = True,
        kernel_initializer: Initializer = None,
        bias_initializer: Initializer = _ZEROS,
        kernel_regularizer: Regularizer = None,
        bias_regularizer: Regularizer = None,
        activity_regularizer: Regularizer = None,
        kernel_constraint: Constraint = None,
        bias_constraint: Constraint = None,
        trainable: bool = True,
        name: Name = None,
        **kwargs: Any,
    ) -> None:
        """Take what the layer of TF 1.15 takes.

        Args:
          filters: how many channels the output has.
          kernel_size: of the window, one number for all dimensions or one for each.
          strides: how far the window moves, in the same way.
          padding: `"valid"` or `"same"`, in one dimension also `"causal"`.
          data_format: `"channels_last"`, [batch, …, channels], or `"channels_first"`, [batch, channels, …].
          dilation_rate: the distance of the window's elements, in the same way; strides are 1 then.
          activation: a function of the output; `None` leaves it.
          use_bias: whether a bias is added.
          kernel_initializer, bias_initializer: give the first values; `None`: what the variable scope has.
          kernel_regularizer, bias_regularizer: give a loss of the variable.
          activity_regularizer: gives a loss of the output.
          kernel_constraint, bias_constraint: give what takes the variable's place after an update.
          trainable: whether the variables go into `TRAINABLE_VARIABLES`.
          name: of the layer, and of its variable scope.
          kwargs: `dtype`, that of the variables.

        Raises:
          ValueError: another `padding` or `data_format`, or a size with another number of dimensions. When it
            is called: inputs of another rank, or whose channels are not known.
        """
        super().__init__(trainable, name, activity_regularizer=activity_regularizer, **kwargs)
        self.filters = filters
        self.kernel_size = per_dimension(kernel_size, self.rank, "kernel_size")
        self.strides = per_dimension(strides, self.rank, "strides")
        self.padding = padding_of(padding, "causal") if self.rank == 1 else padding_of(padding)
        self.data_format = data_format_of(data_format)
        self.dilation_rate = per_dimension(dilation_rate, self.rank, "dilation_rate")
        self.activation = activation_of(activation)
        self.use_bias = use_bias
        self.kernel_initializer = kernel_initializer
        self.bias_initializer = bias_initializer
        self.kernel_regularizer = kernel_regularizer
        self.bias_regularizer = bias_regularizer
        self.kernel_constraint = kernel_constraint
        self.bias_constraint = bias_constraint
        self.input_spec = InputSpec(ndim=self.rank + 2)

    @property
    def _channel_axis(self) -> int:
        return 1 if self.data_format == "channels_first" else -1

    @property
    def _format(self) -> str:
        spatial = "DHW"[3 - self.rank :]
        return f"NC{spatial}" if self.data_format == "channels_first" else f"N{spatial}C"

    def _channels(self, input_shape: Shape) -> int:
        channels = tf.TensorShape(input_shape).as_list()[self._channel_axis]
        if channels is None:
            raise ValueError("The channel dimension of the inputs should be defined. Found `None`.")
        self.input_spec = InputSpec(ndim=self.rank + 2, axes={self._channel_axis: channels})
        return int(channels)

    def _per_axis(self, values: tuple[Any, ...]) -> list[Any]:
        return [1, 1, *values] if self.data_format == "channels_first" else [1, *values, 1]

    def _add_bias(self) -> None:
        self.bias = own_weight(self, "bias", [self.filters]) if self.use_bias else None

    def build(self, input_shape: Shape) -> None:
        """Make `kernel` and `bias`."""
        self.kernel = own_weight(
            self, "kernel", [*self.kernel_size, self._channels(input_shape), self.filters]
        )
        self._add_bias()
        self.built = True

    def call(self, inputs: Any) -> Any:
        """Convolve, add the bias, activate."""
        outputs = tf.nn.convolution(
            self._padded(inputs),
            self.kernel,
            strides=list(self.strides),
            padding="VALID" if self.padding == "causal" else self.padding.upper(),
            data_format=self._format,
            dilations=list(self.dilation_rate),
        )
        return self._finished(outputs)

    def _padded(self, inputs: Any) -> Any:
        if self.padding != "causal":
            return inputs
        left = self.dilation_rate[0] * (self.kernel_size[0] - 1)
        first = self.data_format == "channels_first"
        return tf.pad(inputs, [[0, 0], [0, 0], [left, 0]] if first else [[0, 0], [left, 0], [0, 0]])

    def _finished(self, outputs: Any) -> Any:
        if self.use_bias:
            if self.data_format == "channels_first" and self.rank == 1:
                outputs += tf.reshape(self.bias, [1, self.filters, 1])
            else:
                layout = "NCHW" if self.data_format == "channels_first" else "NHWC"
                outputs = tf.nn.bias_add(outputs, self.bias, data_format=layout)
        return outputs if self.activation is None else self.activation(outputs)


class Conv1D(_Conv):
    """1-D convolution, as `tf.layers.Conv1D`.

    Of [batch, length, channels] it gives [batch, length, filters].
    Variables: `kernel`, [*kernel_size, channels, filters], and `bias`, [filters].
    """

    rank = 1


class Conv2D(_Conv):
    """2-D convolution, as `tf.layers.Conv2D`.

    Of [batch, height, width, channels] it gives [batch, height, width, filters].
    Variables: `kernel`, [*kernel_size, channels, filters], and `bias`, [filters].
    """

    rank = 2


class Conv3D(_Conv):
    """3-D convolution, as `tf.layers.Conv3D`.

    Of [batch, depth, height, width, channels] it gives [batch, depth, height, width, filters].
    Variables: `kernel`, [*kernel_size, channels, filters], and `bias`, [filters].
    """

    rank = 3


class _ConvTranspose(_Conv):
    """The transpose of a convolution.

    Variables: `kernel` of shape [*kernel_size, filters, input channels], `bias` of shape [filters].
    """

    def __init__(
        self,
        filters: int,
        kernel_size: Sizes,
        strides: Sizes = 1,
        padding: str = "valid",
        data_format: str = "channels_last",
        activation: Activation = None,
        use_bias: bool = True,
        kernel_initializer: Initializer = None,
        bias_initializer: Initializer = _ZEROS,
        kernel_regularizer: Regularizer = None,
        bias_regularizer: Regularizer = None,
        activity_regularizer: Regularizer = None,
        kernel_constraint: Constraint = None,
        bias_constraint: Constraint = None,
        trainable: bool = True,
        name: Name = None,
        **kwargs: Any,
    ) -> None:
        """Take what the layer of TF 1.15 takes.

        Args:
          filters: how many channels the output has.
          kernel_size: of the window, one number for all dimensions or one for each.
          strides: how far the window moves, in the same way.
          padding: `"valid"` or `"same"`.
          data_format: `"channels_last"`, [batch, …, channels], or `"channels_first"`, [batch, channels, …].
          activation: a function of the output; `None` leaves it.
          use_bias: whether a bias is added.
          kernel_initializer, bias_initializer: give the first values; `None`: what the variable scope has.
          kernel_regularizer, bias_regularizer: give a loss of the variable.
          activity_regularizer: gives a loss of the output.
          kernel_constraint, bias_constraint: give what takes the variable's place after an update.
          trainable: whether the variables go into `TRAINABLE_VARIABLES`.
          name: of the layer, and of its variable scope.
          kwargs: `dtype`, that of the variables.

        Raises:
          ValueError: another `padding` or `data_format`, or a size with another number of dimensions. When it
            is called: inputs of another rank, or whose channels are not known.
        """
        super().__init__(
            filters,
            kernel_size,
            strides,
            padding,
            data_format,
            1,
            activation,
            use_bias,
            kernel_initializer,
            bias_initializer,
            kernel_regularizer,
            bias_regularizer,
            activity_regularizer,
            kernel_constraint,
            bias_constraint,
            trainable,
            name,
            **kwargs,
        )

    def build(self, input_shape: Shape) -> None:
        """Make `kernel` and `bias`."""
        self.kernel = own_weight(
            self, "kernel", [*self.kernel_size, self.filters, self._channels(input_shape)]
        )
        self._add_bias()
        self.built = True

    def call(self, inputs: Any) -> Any:
        """Transposed convolution, bias, activation."""
        outputs = tf.nn.conv_transpose(
            inputs,
            self.kernel,
            tf.stack(self._output_sizes(tf.unstack(tf.shape(inputs)))),
            strides=list(self.strides),
            padding=self.padding.upper(),
            data_format=self._format,
        )
        outputs.set_shape(self.compute_output_shape(inputs.shape))
        return self._finished(outputs)

    def compute_output_shape(self, input_shape: Shape) -> tf.TensorShape:
        """The static shape of the output."""
        return tf.TensorShape(self._output_sizes(tf.TensorShape(input_shape).as_list()))

    def _output_sizes(self, sizes: list[Any]) -> list[Any]:
        first = 2 if self.data_format == "channels_first" else 1
        spatial = []
        for axis in range(self.rank):
            size, stride = sizes[first + axis], self.strides[axis]
            if size is not None:
                size = size * stride
                if self.padding == "valid":
                    size += max(self.kernel_size[axis] - stride, 0)
            spatial.append(size)
        if self.data_format == "channels_first":
            return [sizes[0], self.filters, *spatial]
        return [sizes[0], *spatial, self.filters]


class Conv2DTranspose(_ConvTranspose):
    """Transposed 2-D convolution, as `tf.layers.Conv2DTranspose`.

    Of [batch, height, width, channels] it gives [batch, height, width, filters], larger by the strides.

    Variables: `kernel`, [*kernel_size, filters, channels], and `bias`, [filters].
    """

    rank = 2


class Conv3DTranspose(_ConvTranspose):
    """Transposed 3-D convolution, as `tf.layers.Conv3DTranspose`.

    Of [batch, depth, height, width, channels] it gives [batch, depth, height, width, filters], larger by
    the strides.

    Variables: `kernel`, [*kernel_size, filters, channels], and `bias`, [filters].
    """

    rank = 3


class _SeparableConv(_Conv):
    """A convolution of each channel, then one of size 1 over the channels.

    Variables: `depthwise_kernel` of shape [*kernel_size, input channels, depth_multiplier],
    `pointwise_kernel` of shape [1, …, input channels × depth_multiplier, filters], `bias`.
    """

    def __init__(
        self,
        filters: int,
        kernel_size: Sizes,
        strides: Sizes = 1,
        padding: str = "valid",
        data_format: str = "channels_last",
        dilation_rate: Sizes = 1,
        depth_multiplier: int = 1,
        activation: Activation = None,
        use_bias: bool = True,
        depthwise_initializer: Initializer = None,
        pointwise_initializer: Initializer = None,
        bias_initializer: Initializer = _ZEROS,
        depthwise_regularizer: Regularizer = None,
        pointwise_regularizer: Regularizer = None,
        bias_regularizer: Regularizer = None,
        activity_regularizer: Regularizer = None,
        depthwise_constraint: Constraint = None,
        pointwise_constraint: Constraint = None,
        bias_constraint: Constraint = None,
        trainable: bool = True,
        name: Name = None,
        **kwargs: Any,
    ) -> None:
        """Take what the layer of TF 1.15 takes.

        Args:
          filters: how many channels the output has.
          kernel_size: of the window, one number for all dimensions or one for each.
          strides: how far the window moves, in the same way.
          padding: `"valid"` or `"same"`.
          data_format: `"channels_last"`, [batch, …, channels], or `"channels_first"`, [batch, channels, …].
          dilation_rate: the distance of the window's elements, in the same way; strides are 1 then.
          depth_multiplier: how many outputs each channel has before they are mixed.
          activation: a function of the output; `None` leaves it.
          use_bias: whether a bias is added.
          depthwise_initializer, pointwise_initializer, bias_initializer: give the first values; `None`: what
            the variable scope has.
          depthwise_regularizer, pointwise_regularizer, bias_regularizer: give a loss of the variable.
          activity_regularizer: gives a loss of the output.
          depthwise_constraint, pointwise_constraint, bias_constraint: give what takes the variable's place
            after an update.
          trainable: whether the variables go into `TRAINABLE_VARIABLES`.
          name: of the layer, and of its variable scope.
          kwargs: `dtype`, that of the variables.

        Raises:
          ValueError: another `padding` or `data_format`, or a size with another number of dimensions. When it
            is called: inputs of another rank, or whose channels are not known.
        """
        super().__init__(
            filters,
            kernel_size,
            strides,
            padding,
            data_format,
            dilation_rate,
            activation,
            use_bias,
            bias_initializer=bias_initializer,
            bias_regularizer=bias_regularizer,
            activity_regularizer=activity_regularizer,
            bias_constraint=bias_constraint,
            trainable=trainable,
            name=name,
            **kwargs,
        )
        self.depth_multiplier = depth_multiplier
        self.depthwise_initializer = depthwise_initializer
        self.pointwise_initializer = pointwise_initializer
        self.depthwise_regularizer = depthwise_regularizer
        self.pointwise_regularizer = pointwise_regularizer
        self.depthwise_constraint = depthwise_constraint
        self.pointwise_constraint = pointwise_constraint

    def build(self, input_shape: Shape) -> None:
        """Make `depthwise_kernel`, `pointwise_kernel` and `bias`."""
        channels = self._channels(input_shape)
        self.depthwise_kernel = own_weight(
            self, "depthwise_kernel", [*self.kernel_size, channels, self.depth_multiplier]
        )
        self.pointwise_kernel = own_weight(
            self, "pointwise_kernel", [1] * self.rank + [self.depth_multiplier * channels, self.filters]
        )
        self._add_bias()
        self.built = True


class SeparableConv1D(_SeparableConv):
    """Depthwise separable 1-D convolution, as `tf.layers.SeparableConv1D`.

    Of [batch, length, channels] it gives [batch, length, filters]. Variables: `depthwise_kernel`,
    [*kernel_size, channels, depth_multiplier], `pointwise_kernel`, [1, …, channels × depth_multiplier,
    filters], and `bias`, [filters].
    """

    rank = 1

    def call(self, inputs: Any) -> Any:
        """Convolve as a picture of height 1."""
        first = self.data_format == "channels_first"
        spatial = 2 if first else 1
        outputs = _V1.nn.separable_conv2d(
            tf.expand_dims(self._padded(inputs), spatial),
            tf.expand_dims(self.depthwise_kernel, 0),
            tf.expand_dims(self.pointwise_kernel, 0),
            strides=self._per_axis(self.strides * 2),
            padding="VALID" if self.padding == "causal" else self.padding.upper(),
            rate=(1, *self.dilation_rate),
            data_format="NCHW" if first else "NHWC",
        )
        if self.use_bias:
            outputs = tf.nn.bias_add(outputs, self.bias, data_format="NCHW" if first else "NHWC")
        outputs = tf.squeeze(outputs, [spatial])
        return outputs if self.activation is None else self.activation(outputs)


class SeparableConv2D(_SeparableConv):
    """Depthwise separable 2-D convolution, as `tf.layers.SeparableConv2D`.

    Of [batch, height, width, channels] it gives [batch, height, width, filters]. Variables:
    `depthwise_kernel`, [*kernel_size, channels, depth_multiplier], `pointwise_kernel`,
    [1, …, channels × depth_multiplier, filters], and `bias`, [filters].
    """

    rank = 2

    def call(self, inputs: Any) -> Any:
        """Convolve each channel, mix them, add the bias, activate."""
        outputs = _V1.nn.separable_conv2d(
            inputs,
            self.depthwise_kernel,
            self.pointwise_kernel,
            strides=self._per_axis(self.strides),
            padding=self.padding.upper(),
            rate=self.dilation_rate,
            data_format=self._format,
        )
        return self._finished(outputs)


conv1d = functional(Conv1D, "conv1d")
conv2d = functional(Conv2D, "conv2d")
conv3d = functional(Conv3D, "conv3d")
conv2d_transpose = functional(Conv2DTranspose, "conv2d_transpose")
conv3d_transpose = functional(Conv3DTranspose, "conv3d_transpose")
separable_conv1d = functional(SeparableConv1D, "separable_conv1d")
separable_conv2d = functional(SeparableConv2D, "separable_conv2d")
