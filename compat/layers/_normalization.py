"""Batch normalisation of `tf.layers`, with its moving averages in `UPDATE_OPS`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import tensorflow as tf

from .._types import Constraint, DType, Initializer, Name, Regularizer, Shape, Sizes
from ._core import smart_cond
from ._functional import functional
from ._layer import Layer, own_weight
from ._spec import InputSpec

_V1 = tf.compat.v1
_ZEROS = _V1.zeros_initializer()
_ONES = _V1.ones_initializer()


class BatchNormalization(Layer):
    """Normalises by the moments of the batch while training, by their moving averages otherwise.

    Reproduces `tf.layers.BatchNormalization` of TF 1.15: variables `gamma`, `beta`, `moving_mean` and
    `moving_variance`; the fused kernel for inputs of rank 4; the updates of the averages go into
    `UPDATE_OPS`. In the replicas of a strategy each replica keeps averages of its own, and a checkpoint
    gets their mean. Inputs are of any shape, which the output has, too; variables have the sizes of `axis`.
    """

    def __init__(
        self,
        axis: Sizes = -1,
        momentum: float = 0.99,
        epsilon: float = 1e-3,
        center: bool = True,
        scale: bool = True,
        beta_initializer: Initializer = _ZEROS,
        gamma_initializer: Initializer = _ONES,
        moving_mean_initializer: Initializer = _ZEROS,
        moving_variance_initializer: Initializer = _ONES,
        beta_regularizer: Regularizer = None,
        gamma_regularizer: Regularizer = None,
        beta_constraint: Constraint = None,
        gamma_constraint: Constraint = None,
        renorm: bool = False,
        renorm_clipping: Mapping[str, Any] | None = None,
        renorm_momentum: float = 0.99,
        fused: bool | None = None,
        trainable: bool = True,
        virtual_batch_size: int | None = None,
        adjustment: Callable[[Any], tuple[Any, Any]] | None = None,
        name: Name = None,
        **kwargs: Any,
    ) -> None:
        """Take what the layer of TF 1.15 takes.

        Args:
          axis: what is normalised apart, such as the channels: a dimension, or several.
          momentum: how much of a moving average stays at each update.
          epsilon: added to the variance.
          center, scale: whether `beta` is added, and whether it is multiplied by `gamma`.
          beta_initializer, gamma_initializer, moving_mean_initializer, moving_variance_initializer: give the
            first values.
          beta_regularizer, gamma_regularizer: give a loss of the variable.
          beta_constraint, gamma_constraint: give what takes the variable's place after an update.
          renorm: batch renormalisation; its factors are clipped by `renorm_clipping`, with the keys `rmax`,
            `rmin` and `dmax`, and its averages have `renorm_momentum`.
          fused: `False`: not the fused kernel.
          trainable: whether the variables go into `TRAINABLE_VARIABLES`.
          virtual_batch_size: into how large parts a batch is cut, each with moments of its own.
          adjustment: of the shape of the inputs, a factor and what is added, while training.
          name: of the layer, and of its variable scope.
          kwargs: `dtype`, that of the variables.

        Raises:
          ValueError: options that exclude each other, as in TF 1.15.
        """
        super().__init__(trainable, name, **kwargs)
        self.virtual_batch_size = virtual_batch_size
        self.adjustment = adjustment
        self.axis = [axis] if isinstance(axis, int) else list(axis)
        self.momentum = momentum
        self.epsilon = epsilon
        self.center = center
        self.scale = scale
        self.beta_initializer = beta_initializer
        self.gamma_initializer = gamma_initializer
        self.moving_mean_initializer = moving_mean_initializer
        self.moving_variance_initializer: Any = moving_variance_initializer
        self.beta_regularizer = beta_regularizer
        self.gamma_regularizer = gamma_regularizer
        self.beta_constraint = beta_constraint
        self.gamma_constraint = gamma_constraint
        self.renorm = renorm
        self.renorm_clipping = dict(renorm_clipping or {})
        if set(self.renorm_clipping) - {"rmax", "rmin", "dmax"}:
            raise ValueError(f"renorm_clipping {renorm_clipping} contains keys not in rmax, rmin, dmax")
        self.renorm_momentum = renorm_momentum
        # These need the moments before they are applied, which the fused kernel hides.
        needs_moments = renorm or virtual_batch_size is not None or adjustment is not None
        self.fused = fused is not False and not needs_moments
        self.gamma: Any = None
        self.beta: Any = None

    @property
    def _parameter_dtype(self) -> Any:
        half = self._dtype in (tf.float16, tf.bfloat16)
        return tf.float32 if half or self._dtype is None else self._dtype

    def build(self, input_shape: Shape) -> None:
        """Make `gamma`, `beta` and the moving averages.

        Raises:
          ValueError: an axis that is not there, that comes twice or whose size is not known.
        """
        shape = tf.TensorShape(input_shape)
        if not shape.rank:
            raise ValueError("Input has undefined rank:", input_shape)
        rank = shape.rank
        self.axis = [axis + rank if axis < 0 else axis for axis in self.axis]
        if not set(self.axis) <= set(range(rank)):
            raise ValueError(f"Invalid axis: {self.axis}")
        if len(self.axis) != len(set(self.axis)):
            raise ValueError(f"Duplicate axis: {self.axis}")
        sizes = {axis: shape.as_list()[axis] for axis in self.axis}
        if None in sizes.values():
            raise ValueError("Input has undefined `axis` dimension. Input shape: ", input_shape)
        self._check_virtual_batches()
        self.input_spec = InputSpec(ndim=rank, axes=sizes)
        self.fused = self.fused and rank == 4 and self.axis in ([1], [3])
        self._data_format = "NCHW" if self.axis == [1] else "NHWC"
        self._axes = list(self.axis)  # of what is normalised, which virtual batches give one more
        if len(sizes) == 1 and self.virtual_batch_size is None:
            parameters = [sizes[self.axis[0]]]
        else:
            parameters = [sizes.get(axis, 1) for axis in range(rank)]
        if self.virtual_batch_size is not None:
            parameters.insert(1, 1)
            self._axes = [axis + 1 for axis in self.axis]
        self._parameters = parameters
        if self.scale:
            self.gamma = own_weight(self, "gamma", parameters, self._parameter_dtype)
        if self.center:
            self.beta = own_weight(self, "beta", parameters, self._parameter_dtype)
        self._build_averages()
        self.built = True

    def _check_virtual_batches(self) -> None:
        if self.virtual_batch_size is None:
            return
        if self.virtual_batch_size <= 0:
            raise ValueError(
                "virtual_batch_size must be a positive integer that divides the true batch size of the input "
                "Tensor"
            )
        if 0 in self.axis:
            raise ValueError(
                "When using virtual_batch_size, the batch dimension must be 0 and thus axis cannot include 0"
            )
        if self.adjustment is not None:
            raise ValueError("When using virtual_batch_size, adjustment cannot be specified")

    def _build_averages(self) -> None:
        partitioner = self._scope.partitioner
        self._scope.set_partitioner(None)
        try:
            self.moving_mean = self._average("moving_mean", self.moving_mean_initializer)
            self.moving_variance = self._average("moving_variance", self.moving_variance_initializer)
            if self.renorm:
                self.moving_stddev = self._average("moving_stddev", self._stddev)
                self.renorm_mean = self._average("renorm_mean", self.moving_mean_initializer)
                self.renorm_stddev = self._average("renorm_stddev", self._stddev)
        finally:
            self._scope.set_partitioner(partitioner)

    def _average(self, name: str, initializer: Initializer) -> Any:
        return self.add_weight(
            name,
            self._parameters,
            self._parameter_dtype,
            initializer,
            trainable=False,
            synchronization=tf.VariableSynchronization.ON_READ,
            aggregation=_V1.VariableAggregation.MEAN,
        )

    def _stddev(self, shape: Shape, dtype: DType | None = None, partition_info: Any = None) -> Any:
        del partition_info
        return tf.sqrt(self.moving_variance_initializer(shape, dtype=dtype))

    def call(self, inputs: Any, training: Any = False) -> Any:
        """Normalise; `training` is a bool, an int or a tensor of either."""
        if self.fused:
            return self._fused(inputs, training)
        if self.virtual_batch_size is None:
            return self._unfused(inputs, training)
        shape = [-1, *inputs.shape.as_list()[1:]]
        batches = tf.reshape(inputs, [self.virtual_batch_size, *shape])
        return tf.reshape(self._unfused(batches, training), shape)

    def compute_output_shape(self, input_shape: Shape) -> tf.TensorShape:
        """The input's shape."""
        return tf.TensorShape(input_shape)

    def _fused(self, inputs: Any, training: Any) -> Any:
        gamma = self.gamma if self.scale else tf.ones(self._parameters, self._parameter_dtype)
        beta = self.beta if self.center else tf.zeros(self._parameters, self._parameter_dtype)

        def normalise(**moments: Any) -> Any:
            return _V1.nn.fused_batch_norm(
                inputs, gamma, beta, epsilon=self.epsilon, data_format=self._data_format, **moments
            )

        output, mean, variance = smart_cond(
            training,
            normalise,
            lambda: normalise(mean=self.moving_mean, variance=self.moving_variance, is_training=False),
        )
        known = tf.get_static_value(training) if tf.is_tensor(training) else training
        if known is None or known:
            # With a momentum of 1 the averages stay as they are.
            momentum = smart_cond(training, lambda: tf.constant(self.momentum), lambda: tf.constant(1.0))
            self.add_update(lambda: _move(self.moving_mean, mean, momentum))
            self.add_update(lambda: _move(self.moving_variance, variance, momentum))
        return output

    def _unfused(self, inputs: Any, training: Any) -> Any:
        rank = inputs.shape.rank
        has_batches = self.virtual_batch_size is not None
        reduced = [axis for axis in range(rank) if axis not in self._axes]
        if has_batches:
            del reduced[1]
        wide = [1] * rank
        wide[self._axes[0]] = inputs.shape[self._axes[0]]

        def broadcast(value: Any) -> Any:
            if value is not None and len(value.shape) != rank and reduced != list(range(rank - 1)):
                return tf.reshape(value, wide)
            return value

        scale, offset = broadcast(self.gamma), broadcast(self.beta)
        known = tf.get_static_value(training) if tf.is_tensor(training) else training
        if known is not None and not known:
            mean, variance = self.moving_mean, self.moving_variance
        else:
            if self.adjustment:
                factor, bias = self._adjusted(inputs, training)
                scale, offset = _composed(factor, bias, scale, offset)
            batch_mean, batch_variance = _V1.nn.moments(
                tf.cast(inputs, self._parameter_dtype), reduced, keep_dims=has_batches or len(self.axis) > 1
            )
            mean = smart_cond(training, lambda: batch_mean, lambda: tf.convert_to_tensor(self.moving_mean))
            variance = smart_cond(
                training, lambda: batch_variance, lambda: tf.convert_to_tensor(self.moving_variance)
            )
            new_mean, new_variance = mean, variance
            if has_batches:
                new_mean, new_variance = (
                    tf.reduce_mean(value, axis=1, keepdims=True) for value in (mean, variance)
                )
            if self.renorm:
                ratio, shift, new_mean, new_variance = self._renormalised(new_mean, new_variance, training)
                ratio = broadcast(tf.stop_gradient(ratio, name="renorm_r"))
                shift = broadcast(tf.stop_gradient(shift, name="renorm_d"))
                scale, offset = _composed(ratio, shift, scale, offset)
            self._add_updates(new_mean, new_variance, training)
        mean, variance, offset, scale = (
            None if value is None else tf.cast(value, inputs.dtype)
            for value in (mean, variance, offset, scale)
        )
        outputs = tf.nn.batch_normalization(
            inputs, broadcast(mean), broadcast(variance), offset, scale, self.epsilon
        )
        outputs.set_shape(inputs.shape)
        return outputs

    def _adjusted(self, inputs: Any, training: Any) -> tuple[Any, Any]:
        """What the program adjusts while training: a factor, and what is added."""
        assert self.adjustment is not None  # where this is called
        factor, bias = self.adjustment(tf.shape(inputs))
        return (
            smart_cond(training, lambda: factor, lambda: tf.ones_like(factor)),
            smart_cond(training, lambda: bias, lambda: tf.zeros_like(bias)),
        )

    def _add_updates(self, mean: Any, variance: Any, training: Any) -> None:
        def moved_mean() -> Any:
            return tf.convert_to_tensor(_move(self.moving_mean, mean, self.momentum))

        def moved_variance() -> Any:
            if not self.renorm:
                return tf.convert_to_tensor(_move(self.moving_variance, variance, self.momentum))
            stddev = _move(self.moving_stddev, tf.sqrt(variance + self.epsilon), self.momentum)
            squared = tf.nn.relu(stddev * stddev - self.epsilon)
            return tf.convert_to_tensor(self.moving_variance.assign(squared))

        for moved, average in ((moved_mean, self.moving_mean), (moved_variance, self.moving_variance)):
            self.add_update(
                smart_cond(training, moved, lambda average=average: tf.convert_to_tensor(average))
            )

    def _renormalised(self, mean: Any, variance: Any, training: Any) -> tuple[Any, Any, Any, Any]:
        stddev = tf.sqrt(variance + self.epsilon)
        renorm_stddev = tf.maximum(self.renorm_stddev, tf.sqrt(self.epsilon))
        ratio = stddev / renorm_stddev
        shift = (mean - self.renorm_mean) / renorm_stddev
        # The corrections use the averages as they were before this batch's update.
        with tf.control_dependencies([ratio, shift]):
            mean, stddev = tf.identity(mean), tf.identity(stddev)
        clipping = self.renorm_clipping
        if clipping.get("rmin") is not None:
            ratio = tf.maximum(ratio, clipping["rmin"])
        if clipping.get("rmax") is not None:
            ratio = tf.minimum(ratio, clipping["rmax"])
        if clipping.get("dmax") is not None:
            shift = tf.minimum(tf.maximum(shift, -clipping["dmax"]), clipping["dmax"])
        ratio = smart_cond(training, lambda: ratio, lambda: tf.ones_like(ratio))
        shift = smart_cond(training, lambda: shift, lambda: tf.zeros_like(shift))

        def moved(average: Any, value: Any) -> Any:
            return smart_cond(
                training,
                lambda: tf.convert_to_tensor(_move(average, value, self.renorm_momentum)),
                lambda: tf.identity(average),
            )

        updates = [moved(self.renorm_mean, mean), moved(self.renorm_stddev, stddev)]
        with tf.control_dependencies(updates):
            return ratio, shift, tf.identity(mean), tf.identity(variance)


def _move(average: Any, value: Any, momentum: Any) -> Any:
    with _V1.name_scope("AssignMovingAvg") as scope:
        decay = tf.cast(tf.convert_to_tensor(1.0 - momentum, name="decay"), average.dtype.base_dtype)
        delta = (average - tf.cast(value, average.dtype.base_dtype)) * decay
        return _V1.assign_sub(average, delta, name=scope)


def _composed(ratio: Any, shift: Any, scale: Any, offset: Any) -> tuple[Any, Any]:
    if scale is not None:
        ratio, shift = ratio * scale, shift * scale
    return ratio, shift if offset is None else shift + offset


batch_normalization = functional(
    BatchNormalization,
    "batch_normalization",
    last=(
        "training",
        "trainable",
        "name",
        "reuse",
        "renorm",
        "renorm_clipping",
        "renorm_momentum",
        "fused",
        "virtual_batch_size",
        "adjustment",
    ),
)
