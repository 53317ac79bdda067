"""`tf.contrib.cudnn_rnn`: its layers, by operations that run on every device.

TF 1 kept the weights of a layer in one variable, `opaque_kernel`, in an order of cuDNN's, and saved them as
those of compatible cells. Here they are the weights of those cells: checkpoints of the one are read by the
other.
"""

from __future__ import annotations

import abc
from collections.abc import Iterator
from typing import Any

import tensorflow as tf

from .. import layers
from .._listing import listed
from ..rnn_cell import BasicRNNCell
from ..rnn_cell._cell import LayerRNNCell
from ._names import lookup
from .rnn._blocks import LSTMBlockCell
from .rnn._fused import FusedRNNCellAdaptor, LSTMBlockFusedCell

__dir__ = listed(__name__)

_V1 = tf.compat.v1

CUDNN_RNN_UNIDIRECTION = "unidirectional"
CUDNN_RNN_BIDIRECTION = "bidirectional"
CUDNN_LSTM = "lstm"
CUDNN_GRU = "gru"
CUDNN_RNN_RELU = "rnn_relu"
CUDNN_RNN_TANH = "rnn_tanh"
CUDNN_INPUT_LINEAR_MODE = "linear_input"
CUDNN_INPUT_SKIP_MODE = "skip_input"
CUDNN_INPUT_AUTO_MODE = "auto_select"

_SAVED = "nothing: the layers' variables are saved as those of the compatible cells"
__getattr__ = lookup(
    "cudnn_rnn",
    [],
    dict.fromkeys(
        [f"Cudnn{kind}Saveable" for kind in ("GRU", "LSTM", "RNNRelu", "RNNTanh")]
        + [f"CudnnParamsFormatConverter{kind}" for kind in ("GRU", "LSTM", "Relu", "Tanh")]
        + ["CudnnOpaqueParamsSaveable", "RNNParamsSaveable"],
        _SAVED,
    ),
)


class CudnnCompatibleLSTMCell(LSTMBlockCell):
    """The cell that `CudnnLSTM` is made of."""

    def __init__(self, num_units: int, reuse: Any = None) -> None:
        super().__init__(num_units, forget_bias=0, reuse=reuse, name="cudnn_compatible_lstm_cell")


class CudnnCompatibleGRUCell(LayerRNNCell):
    """The cell that `CudnnGRU` is made of: its reset gate is applied to what the state has become."""

    def __init__(self, num_units: int, reuse: Any = None, kernel_initializer: Any = None) -> None:
        super().__init__(num_units, reuse=reuse)
        self._kernel_initializer = kernel_initializer

    def build(self, inputs_shape: Any) -> None:
        """Make the variables."""
        depth, units = self._depth(inputs_shape), self._num_units

        def kernel(scope: str, *shape: int) -> Any:
            return self.add_weight(f"{scope}/kernel", shape, initializer=self._kernel_initializer)

        def bias(scope: str, size: int, value: float) -> Any:
            constant = _V1.constant_initializer(value, dtype=self.dtype)
            return self.add_weight(f"{scope}/bias", [size], initializer=constant)

        self._gates = kernel("gates", depth + units, 2 * units), bias("gates", 2 * units, 1.0)
        inputs, state = "candidate/input_projection", "candidate/hidden_projection"
        kernels = kernel(inputs, depth, units), kernel(state, units, units)
        self._of_inputs = kernels[0], bias(inputs, units, 0.0)
        self._of_state = kernels[1], bias(state, units, 0.0)
        self.built = True

    def call(self, inputs: Any, state: Any) -> Any:
        """One step."""
        gates = tf.sigmoid(_product(tf.concat([inputs, state], 1), self._gates))
        r, u = tf.split(gates, 2, axis=1)
        new = self._activation(_product(inputs, self._of_inputs) + r * _product(state, self._of_state))
        new = (1 - u) * new + u * state
        return new, new


def _product(value: Any, weights: tuple[Any, Any]) -> Any:
    return tf.nn.bias_add(tf.matmul(value, weights[0]), weights[1])


class _CudnnRNN(layers.Layer, abc.ABC):
    """Layers of cells over [time, batch, inputs].

    Raises:
      ValueError: direction, mode of the inputs or type is none that cuDNN has.
    """

    rnn_mode: str
    _parts = 1  # of a cell's state

    def __init__(
        self,
        num_layers: int,
        num_units: int,
        input_mode: str = CUDNN_INPUT_LINEAR_MODE,
        direction: str = CUDNN_RNN_UNIDIRECTION,
        dropout: float = 0.0,
        seed: int | None = None,
        dtype: Any = tf.float32,
        kernel_initializer: Any = None,
        bias_initializer: Any = None,
        name: str | None = None,
    ) -> None:
        super().__init__(name=name, dtype=dtype)
        if direction not in (CUDNN_RNN_UNIDIRECTION, CUDNN_RNN_BIDIRECTION):
            raise ValueError(f"Invalid direction: {direction}")
        if input_mode != CUDNN_INPUT_LINEAR_MODE:
            raise ValueError(f"Of the modes of inputs there is {CUDNN_INPUT_LINEAR_MODE} alone: {input_mode}")
        if not tf.as_dtype(dtype).is_floating:
            raise ValueError(f"Only support float16, float32, float64, provided {dtype}")
        self.num_layers = num_layers
        self.num_units = num_units
        self.input_mode = input_mode
        self.direction = direction
        self._dropout = dropout
        self._seed = seed
        self._kernel_initializer = kernel_initializer or _V1.glorot_uniform_initializer(seed)
        self._bias_initializer = bias_initializer or _V1.zeros_initializer()
        self.input_spec = layers.InputSpec(ndim=3)
        self._cells = {scope: self._cell() for _, _, scope in self._places()}

    @property
    def num_dirs(self) -> int:
        """In how many directions each layer runs."""
        return 1 if self.direction == CUDNN_RNN_UNIDIRECTION else 2

    def state_shape(self, batch_size: Any) -> tuple[list[Any], ...]:
        """The shapes of the parts of a state."""
        return tuple(
            [self.num_layers * self.num_dirs, batch_size, self.num_units] for _ in range(self._parts)
        )

    @abc.abstractmethod
    def _cell(self) -> Any:
        """What runs one direction of one layer over all steps."""

    def _places(self) -> Iterator[tuple[int, int, str]]:
        """Each layer, each direction in it, and the scope of its variables."""
        for layer in range(self.num_layers):
            if self.num_dirs == 1:
                yield layer, 0, f"rnn/multi_rnn_cell/cell_{layer}"
            else:
                for direction, name in enumerate(("fw", "bw")):
                    yield layer, direction, f"stack_bidirectional_rnn/cell_{layer}/bidirectional_rnn/{name}"

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """See `call`."""
        with _V1.variable_scope(_V1.get_variable_scope(), custom_getter=self._variable):
            return super().__call__(inputs, *args, **kwargs)

    def _variable(self, getter: Any, name: str, *args: Any, **kwargs: Any) -> Any:
        is_kernel = name.endswith("/kernel")
        kwargs["initializer"] = self._by_gate(name) if is_kernel else self._bias_initializer
        variable = getter(name, *args, **kwargs)
        self._remember(variable)
        return variable

    def _by_gate(self, name: str) -> Any:
        """Initialises a cell's kernel by parts, as cuDNN has them: for each gate and each thing it sees."""
        units = self.num_units

        def initialised(shape: Any, dtype: Any = tf.float32, partition_info: Any = None) -> Any:
            del partition_info
            rows, columns = tf.TensorShape(shape).as_list()
            seen = [rows] if "projection" in name else [rows - units, units]
            gates = [
                tf.concat([tf.transpose(self._kernel_initializer([units, size], dtype)) for size in seen], 0)
                for _ in range(columns // units)
            ]
            return tf.concat(gates, 1)

        return initialised

    def call(
        self,
        inputs: Any,
        initial_state: Any = None,
        sequence_lengths: Any = None,
        time_major: bool = True,
        training: Any = True,
    ) -> tuple[Any, Any]:
        """Outputs [time, batch, outputs], and last states, a tuple of [layers × directions, batch, units].

        Raises:
          TypeError: `initial_state` is no tuple.
        """
        if initial_state is not None and not isinstance(initial_state, tuple):
            raise TypeError(f"Invalid initial_state type: {initial_state}, expecting tuple.")
        values = tf.convert_to_tensor(inputs)
        if not time_major:
            values = tf.transpose(values, [1, 0, 2])
        lasts: list[Any] = []
        found: list[Any] = []
        for layer, direction, scope in self._places():
            if direction == 0 and layer > 0:
                values = self._dropped(tf.concat(found, 2), training)
            if direction == 0:
                found = []
            index = layer * self.num_dirs + direction
            first = None if initial_state is None else self._first([part[index] for part in initial_state])
            with _V1.variable_scope(scope):
                steps = _reversed(values, sequence_lengths) if direction else values
                outputs, last = self._cells[scope](
                    steps, initial_state=first, dtype=values.dtype, sequence_length=sequence_lengths
                )
            found.append(_reversed(outputs, sequence_lengths) if direction else outputs)
            lasts.append(self._last(last))
        outputs = tf.concat(found, 2)
        states = tuple(tf.stack(part) for part in zip(*lasts, strict=True))
        return (outputs if time_major else tf.transpose(outputs, [1, 0, 2])), states

    def _first(self, parts: list[Any]) -> Any:
        return parts[0]

    def _last(self, state: Any) -> tuple[Any, ...]:
        return (state,)

    def _dropped(self, values: Any, training: Any) -> Any:
        """`values` as the next layer is given them in training."""
        if not self._dropout or training is False:
            return values
        dropped = tf.nn.dropout(values, rate=self._dropout, seed=self._seed)
        return tf.where(tf.cast(training, tf.bool), dropped, values)


def _reversed(steps: Any, lengths: Any) -> Any:
    if lengths is None:
        return tf.reverse(steps, [0])
    return tf.reverse_sequence(steps, lengths, seq_axis=0, batch_axis=1)


class CudnnLSTM(_CudnnRNN):
    """Layers of LSTMs; a state is `(h, c)`. Variables: those of `CudnnCompatibleLSTMCell`."""

    rnn_mode = CUDNN_LSTM
    _parts = 2

    def _cell(self) -> Any:
        return LSTMBlockFusedCell(self.num_units, forget_bias=0, name="cudnn_compatible_lstm_cell")

    def _first(self, parts: list[Any]) -> Any:
        h, c = parts
        return c, h

    def _last(self, state: Any) -> tuple[Any, ...]:
        return state.h, state.c


class CudnnGRU(_CudnnRNN):
    """Layers of GRUs. Variables: those of `CudnnCompatibleGRUCell`."""

    rnn_mode = CUDNN_GRU

    def _cell(self) -> Any:
        return _unrolled(CudnnCompatibleGRUCell(self.num_units))


class CudnnRNNTanh(_CudnnRNN):
    """Layers of basic cells. Variables: those of `BasicRNNCell`."""

    rnn_mode = CUDNN_RNN_TANH

    def _cell(self) -> Any:
        return _unrolled(BasicRNNCell(self.num_units, name="basic_rnn_cell"))


class CudnnRNNRelu(_CudnnRNN):
    """Layers of basic cells with rectified outputs. Variables: those of `BasicRNNCell`."""

    rnn_mode = CUDNN_RNN_RELU

    def _cell(self) -> Any:
        return _unrolled(BasicRNNCell(self.num_units, tf.nn.relu, name="basic_rnn_cell"))


def _unrolled(cell: Any) -> Any:
    """A cell over all steps, its variables in the scope in which it is called."""
    adaptor = FusedRNNCellAdaptor(cell, use_dynamic_rnn=True)
    return lambda inputs, **given: adaptor(inputs, scope=_V1.get_variable_scope(), **given)
