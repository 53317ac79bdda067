"""The base of TF 1's cells: one step in time, `(inputs, state)` to `(output, new state)`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import tensorflow as tf

from .._types import Activation, DType, Name, Reuse, Shape, StateSize
from ..layers import InputSpec, Layer
from ..layers._arguments import activation_of
from ._sizes import UnitSizes
from ._state import zeros

_V1 = tf.compat.v1


class RNNCell(Layer):
    """Base class of cells, to be subclassed as `tf.nn.rnn_cell.RNNCell` was.

    A subclass has `state_size`, `output_size` and `call(inputs, state)`; `call` may make variables with
    `tf.compat.v1.get_variable`, in the scope in which the cell is called. Inputs, outputs and
    states begin with the dimension of the batch; `trainable`, `name` and `dtype` are those of a layer.
    """

    def __init__(
        self, trainable: bool = True, name: Name = None, dtype: DType | None = None, **kwargs: Any
    ) -> None:
        super().__init__(trainable, name, dtype, **kwargs)
        self._is_tf_rnn_cell = True

    def __call__(self, inputs: Any, state: Any, scope: Name = None) -> Any:
        """One step. `scope` is that of the variables; by default the cell's own in the current one."""
        where = _V1.get_variable_scope() if scope is None else scope
        with _V1.variable_scope(where, custom_getter=self._get_variable) as opened:
            if scope is None:
                return super().__call__(inputs, state)
            return super().__call__(inputs, state, scope=opened)

    def _get_variable(self, getter: Any, *args: Any, **kwargs: Any) -> Any:
        variable = getter(*args, **kwargs)
        self._remember(variable)
        return variable

    def get_config(self) -> dict[str, object]:
        """What `from_config` makes such a cell of; a subclass adds the arguments of its own."""
        return {"name": self.name, "trainable": self.trainable, "dtype": self.dtype}

    @classmethod
    def from_config(
        cls, config: Mapping[str, object], custom_objects: Mapping[str, type] | None = None
    ) -> Any:
        """A cell of this configuration."""
        del custom_objects
        given: dict[str, Any] = dict(config)
        return cls(**given)

    @property
    def state_size(self) -> StateSize:
        """The size of the state: an int, a `TensorShape`, or a tuple of those.

        Raises:
          NotImplementedError: a program's own cell does not define it, as in TF 1, where cells that are never
            asked for it need not.
        """
        raise NotImplementedError("Abstract method")

    @property
    def output_size(self) -> int | tf.TensorShape:
        """The size of the output: an int or a `TensorShape`.

        Raises:
          NotImplementedError: see `state_size`.
        """
        raise NotImplementedError("Abstract method")

    def get_initial_state(
        self, inputs: Any = None, batch_size: Any = None, dtype: DType | None = None
    ) -> Any:
        """Zeros for the batch of `inputs`, or for `batch_size` and `dtype`.

        Raises:
          ValueError: neither is given, or `inputs` are of another batch or type.
        """
        if inputs is not None:
            inputs = tf.convert_to_tensor(inputs)
            rows = inputs.shape.as_list()[0]
            given = tf.get_static_value(batch_size) if tf.is_tensor(batch_size) else batch_size
            if batch_size is not None and given != rows:
                raise ValueError(
                    "batch size from input tensor is different from the input param. "
                    f"Input tensor batch: {rows}, batch_size: {batch_size}"
                )
            if dtype is not None and inputs.dtype != dtype:
                raise ValueError(
                    "dtype from input tensor is different from the input param. "
                    f"Input tensor dtype: {inputs.dtype}, dtype: {dtype}"
                )
            batch_size = tf.shape(inputs)[0] if rows is None else rows
            dtype = inputs.dtype
        if batch_size is None or dtype is None:
            raise ValueError(
                "batch_size and dtype cannot be None while constructing initial state: "
                f"batch_size={batch_size}, dtype={dtype}"
            )
        return self.zero_state(batch_size, dtype)

    def zero_state(self, batch_size: Any, dtype: DType | None) -> Any:
        """Zeros in the structure of `state_size`, each of shape [batch_size, size]."""
        with _V1.name_scope(type(self).__name__ + "ZeroState"):
            return zeros(self.state_size, batch_size, dtype)


class LayerRNNCell(UnitSizes, RNNCell):
    """A cell of units, whose variables are made by `build`, in a scope of the cell's own.

    As TF 1.15's `LayerRNNCell`: a subclass has `build` and `call`; inputs are [batch, size], and the output,
    which is the state, is [batch, num_units] unless the subclass says otherwise.
    """

    def __init__(
        self,
        num_units: int,
        activation: Activation = None,
        reuse: Reuse = None,
        name: Name = None,
        dtype: DType | None = None,
        **kwargs: Any,
    ) -> None:
        """Take what the cells of TF 1.15 take.

        Args:
          num_units: the size of the output and of the state.
          activation: a function, or the name of one of `tf.nn`; by default `tanh`.
          reuse: whether variables that are there are taken: a bool, or `tf.compat.v1.AUTO_REUSE`.
          name: of the cell, and of its variable scope.
          dtype: of the variables; by default that of the first input.
          kwargs: `trainable`.

        Raises:
          ValueError: when it is called: inputs whose last dimension is not known.
        """
        super().__init__(_reuse=reuse, name=name, dtype=dtype, **kwargs)
        check_floating(self._dtype)
        self.input_spec = InputSpec(ndim=2)
        self._num_units = num_units
        self._activation = activation_of(activation) if activation else tf.tanh

    def get_config(self) -> dict[str, object]:
        """See `RNNCell`; functions go by their names."""
        own = {"num_units": self._num_units, **self._own_config(), "activation": self._activation.__name__}
        return {**super().get_config(), **own, "reuse": self._reuse}

    def _own_config(self) -> dict[str, Any]:
        """What a cell has beside units and an activation."""
        return {}

    def __call__(self, inputs: Any, state: Any, scope: Name = None, *args: Any, **kwargs: Any) -> Any:
        """One step."""
        return Layer.__call__(self, inputs, state, *args, scope=scope, **kwargs)

    def _depth(self, input_shape: Shape) -> int:
        check_floating(self._dtype)
        depth = tf.TensorShape(input_shape)[-1]
        if depth is None:
            raise ValueError(f"Expected inputs.shape[-1] to be known, saw shape: {input_shape}")
        return int(depth)


def initializer_config(initializer: Any) -> Any:
    """An initializer as a configuration has it."""
    if not hasattr(initializer, "get_config"):
        return initializer
    return {"class_name": type(initializer).__name__, "config": initializer.get_config()}


def linear(inputs: Any, state: Any, kernel: Any, bias: Any) -> Any:
    """`kernel × (inputs, state) + bias`, by the operations of TF 1's cells."""
    return tf.nn.bias_add(tf.matmul(tf.concat([inputs, state], 1), kernel), bias)


def check_floating(dtype: Any) -> None:
    """Raise `ValueError` for a type that a cell cannot compute with; `None` is not known yet."""
    if dtype is not None and not (tf.as_dtype(dtype).is_floating or tf.as_dtype(dtype).is_complex):
        raise ValueError(f"RNN cell only supports floating point inputs, but saw dtype: {dtype}")
