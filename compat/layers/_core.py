"""Dense, dropout and flatten of `tf.layers`."""

from __future__ import annotations

import math
from typing import Any

import tensorflow as tf

from .._types import Activation, Constraint, Initializer, Name, Regularizer, Shape
from ._arguments import activation_of
from ._functional import functional
from ._layer import Layer, own_weight
from ._spec import InputSpec

_V1 = tf.compat.v1


class Dense(Layer):
    """`activation(inputs × kernel + bias)` over the last dimension, as `tf.layers.Dense`.

    Of [batch, …, size] it gives [batch, …, units]. Variables: `kernel`, [size, units], and `bias`, [units].
    """

    def __init__(
        self,
        units: int,
        activation: Activation = None,
        use_bias: bool = True,
        kernel_initializer: Initializer = None,
        bias_initializer: Initializer = _V1.zeros_initializer(),  # noqa: B008  (TF 1's own default)
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
          units: the size of the output's last dimension.
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
          ValueError: when it is called: inputs of rank 1, or whose last dimension is not known.
        """
        super().__init__(trainable, name, activity_regularizer=activity_regularizer, **kwargs)
        self.units = int(units)
        self.activation = activation_of(activation)
        self.use_bias = use_bias
        self.kernel_initializer = kernel_initializer
        self.bias_initializer = bias_initializer
        self.kernel_regularizer = kernel_regularizer
        self.bias_regularizer = bias_regularizer
        self.kernel_constraint = kernel_constraint
        self.bias_constraint = bias_constraint
        self.input_spec = InputSpec(min_ndim=2)

    def build(self, input_shape: Shape) -> None:
        """Make `kernel` and `bias`.

        Raises:
          ValueError: the last dimension of the inputs is not known.
        """
        size = tf.TensorShape(input_shape).as_list()[-1]
        if size is None:
            raise ValueError("The last dimension of the inputs to `Dense` should be defined. Found `None`.")
        self.input_spec = InputSpec(min_ndim=2, axes={-1: size})
        self.kernel = own_weight(self, "kernel", [size, self.units])
        self.bias = own_weight(self, "bias", [self.units]) if self.use_bias else None
        self.built = True

    def call(self, inputs: Any) -> Any:
        """Multiply, add the bias, activate."""
        if isinstance(inputs, tf.SparseTensor):
            outputs = tf.sparse.sparse_dense_matmul(inputs, self.kernel)
        elif inputs.shape.rank > 2:
            outputs = tf.tensordot(inputs, self.kernel, [[inputs.shape.rank - 1], [0]])
            outputs.set_shape(inputs.shape[:-1].concatenate([self.units]))
        else:
            outputs = tf.matmul(inputs, self.kernel)
        if self.use_bias:
            outputs = tf.nn.bias_add(outputs, self.bias)
        return outputs if self.activation is None else self.activation(outputs)

    def compute_output_shape(self, input_shape: Shape) -> tf.TensorShape:
        """The input's shape with `units` as its last dimension.

        Raises:
          ValueError: the input's rank, or its last dimension, is not known, or the rank is less than 2.
        """
        shape = tf.TensorShape(input_shape).with_rank_at_least(2)
        if shape.rank is None or shape.as_list()[-1] is None:
            raise ValueError(
                f"The innermost dimension of input_shape must be defined, but saw: {input_shape}"
            )
        return shape[:-1].concatenate([self.units])


class Dropout(Layer):
    """Sets a fraction `rate` of the inputs to zero and scales up the rest while training.

    As `tf.layers.Dropout`; inputs of any shape, which the output has, too.
    """

    def __init__(
        self,
        rate: Any = 0.5,
        noise_shape: Any = None,
        seed: int | None = None,
        name: Name = None,
        **kwargs: Any,
    ) -> None:
        """Take what the layer of TF 1.15 takes.

        Args:
          rate: the part of the inputs that is dropped, between 0 and 1.
          noise_shape: the shape of what is drawn; along dimensions of size 1 all are dropped or none.
          seed: of what is drawn.
          name: of the layer.
          kwargs: `trainable` and `dtype`, which change nothing.

        Raises:
          ValueError: when it is called: a `rate` that is no such number.
        """
        super().__init__(name=name, **kwargs)
        self.rate = rate
        self.noise_shape = noise_shape
        self.seed = seed

    def call(self, inputs: Any, training: Any = False) -> Any:
        """Drop where `training`, a bool or a tensor, is true."""
        return smart_cond(training, lambda: self._dropped(inputs), lambda: tf.identity(inputs))

    def _dropped(self, inputs: Any) -> Any:
        shape = self.noise_shape
        if shape is not None and not tf.is_tensor(shape):
            actual = tf.shape(inputs)
            shape = [actual[axis] if size is None else size for axis, size in enumerate(shape)]
        return _V1.nn.dropout(inputs, noise_shape=shape, seed=self.seed, rate=self.rate)

    def compute_output_shape(self, input_shape: Shape) -> tf.TensorShape:
        """The input's shape."""
        return tf.TensorShape(input_shape)


class Flatten(Layer):
    """Flattens all dimensions but the first; of `channels_first` inputs, after moving the channels last.

    As `tf.layers.Flatten`: of [batch, …] it gives [batch, product of the others].
    """

    def __init__(self, data_format: str | None = None, **kwargs: Any) -> None:
        """Take what the layer of TF 1.15 takes.

        Args:
          data_format: `"channels_last"`, or `"channels_first"`.
          kwargs: `name`, that of the layer, `trainable` and `dtype`.

        Raises:
          ValueError: when it is called: a scalar.
        """
        super().__init__(**kwargs)
        self.data_format = data_format or "channels_last"
        self.input_spec = InputSpec(min_ndim=1)

    def call(self, inputs: Any) -> Any:
        """Reshape to [batch, everything else]."""
        if self.data_format == "channels_first" and (inputs.shape.rank or 0) > 2:
            rank = inputs.shape.rank
            inputs = tf.transpose(inputs, [0, *range(2, rank), 1])
        sizes = inputs.shape[1:].as_list()
        if None not in sizes:
            return tf.reshape(inputs, [inputs.shape[0] or -1, math.prod(sizes)])
        return tf.reshape(inputs, [tf.shape(inputs)[0], -1])

    def compute_output_shape(self, input_shape: Shape) -> tf.TensorShape:
        """[batch, product of the other dimensions]."""
        shape = tf.TensorShape(input_shape)
        return tf.TensorShape([shape[0], shape[1:].num_elements()])


def smart_cond(condition: Any, if_true: Any, if_false: Any) -> Any:
    """`tf.cond`, or just the one branch where the condition is known while the graph is built."""
    known = tf.get_static_value(condition) if tf.is_tensor(condition) else condition
    if known is None:
        return _V1.cond(tf.cast(condition, tf.bool), if_true, if_false)
    return if_true() if known else if_false()


dense = functional(Dense, "dense")
dropout = functional(Dropout, "dropout", last=("training", "name"))


def flatten(inputs: Any, name: str | None = None, data_format: str = "channels_last") -> Any:
    """Make a `Flatten` and call it, as `tf.layers.flatten` of TF 1 did.

    Args:
      inputs: [batch, …]
      name: of the layer.
      data_format: `"channels_last"`, or `"channels_first"`, whose channels are moved last before.

    Returns:
      [batch, product of the others]

    Raises:
      ValueError: `inputs` are a scalar.
    """
    return Flatten(data_format, name=name)(inputs)
