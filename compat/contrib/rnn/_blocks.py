"""The cells of `tf.contrib.rnn` that were one kernel each, by plain operations."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from ...rnn_cell import GRUCell
from ...rnn_cell._cell import LayerRNNCell
from ...rnn_cell._lstm import LSTM

_V1 = tf.compat.v1


class LSTMBlockCell(LSTM):
    """LSTM with optional peepholes and clipping, as `tf.contrib.rnn.LSTMBlockCell`, by plain operations.

    Variables: `lstm_cell/kernel`, `lstm_cell/bias`; with peepholes `w_i_diag`, `w_f_diag`, `w_o_diag`.
    """

    def __init__(
        self,
        num_units: int,
        forget_bias: float = 1.0,
        cell_clip: float | None = None,
        use_peephole: bool = False,
        dtype: Any = None,
        reuse: Any = None,
        name: str = "lstm_cell",
    ) -> None:
        super().__init__(num_units, None, reuse, name, dtype)
        self._forget_bias = forget_bias
        self._cell_clip = cell_clip if cell_clip is not None and cell_clip > 0 else None
        self._peepholes = "ifo" if use_peephole else ""


class GRUBlockCell(LayerRNNCell):
    """`GRUCell` under the arguments and variables (`w_ru`, `b_ru`, `w_c`, `b_c`) of `GRUBlockCell`.

    Raises:
      ValueError: not exactly one of the sizes is given.
    """

    def __init__(
        self,
        num_units: int | None = None,
        cell_size: int | None = None,
        reuse: Any = None,
        name: str = "gru_cell",
    ) -> None:
        units = num_units if cell_size is None else cell_size
        if units is None or (cell_size is not None and num_units is not None):
            raise ValueError("Exactly one of num_units or cell_size must be provided.")
        super().__init__(units, reuse=reuse, name=name)

    def build(self, inputs_shape: Any) -> None:
        """Make the variables."""
        units = self._num_units
        depth = self._depth(inputs_shape) + units
        self._gate_kernel = self.add_weight("w_ru", [depth, 2 * units])
        self._gate_bias = self.add_weight("b_ru", [2 * units], initializer=_V1.constant_initializer(1.0))
        self._candidate_kernel = self.add_weight("w_c", [depth, units])
        self._candidate_bias = self.add_weight("b_c", [units], initializer=_V1.constant_initializer(0.0))
        self.built = True

    call = GRUCell.call


class GRUBlockCellV2(GRUCell):
    """`GRUCell` under the arguments and the name of `tf.contrib.rnn.GRUBlockCellV2`."""

    def __init__(
        self,
        num_units: int | None = None,
        cell_size: int | None = None,
        reuse: Any = None,
        name: str = "gru_cell",
    ) -> None:
        units = cell_size if num_units is None else num_units
        if units is None:
            raise ValueError("num_units must be given")
        super().__init__(units, reuse=reuse, name=name)
