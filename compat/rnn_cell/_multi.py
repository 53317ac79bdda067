"""Cells one above the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tensorflow as tf

from .._types import DType, StateSize, Variables
from ._cell import RNNCell

_V1 = tf.compat.v1


class MultiRNNCell(RNNCell):
    """Each cell's output is the next one's input, as `tf.nn.rnn_cell.MultiRNNCell`.

    The variables of the cells lie in scopes `cell_0`, `cell_1`, …

    Args:
      cells: the cells, from the input on.
      state_is_tuple: whether the state is a tuple of theirs, and not one tensor of them all, side by side.

    Raises:
      ValueError: there is no cell, or states that are tuples are to be side by side.
      TypeError: `cells` are no list.
    """

    def __init__(self, cells: Sequence[RNNCell], state_is_tuple: bool = True) -> None:
        super().__init__()
        if not cells:
            raise ValueError("Must specify at least one cell for MultiRNNCell.")
        if not tf.nest.is_nested(cells):
            raise TypeError(f"cells must be a list or tuple, but saw: {cells}.")
        self._cells = cells
        self._state_is_tuple = state_is_tuple
        if not state_is_tuple and any(tf.nest.is_nested(cell.state_size) for cell in cells):
            raise ValueError(
                "Some cells return tuples of states, but the flag state_is_tuple is not set. "
                f"State sizes are: {[cell.state_size for cell in cells]}"
            )

    @property
    def state_size(self) -> StateSize:
        """The tuple of the cells' sizes, or their sum."""
        sizes: list[Any] = [cell.state_size for cell in self._cells]
        return tuple(sizes) if self._state_is_tuple else sum(sizes)

    @property
    def output_size(self) -> int | tf.TensorShape:
        """The size of the last cell's output."""
        return self._cells[-1].output_size

    def zero_state(self, batch_size: Any, dtype: DType | None) -> Any:
        """The cells' zero states."""
        if not self._state_is_tuple:
            return super().zero_state(batch_size, dtype)
        with _V1.name_scope(type(self).__name__ + "ZeroState"):
            return tuple(cell.zero_state(batch_size, dtype) for cell in self._cells)

    @property
    def trainable_weights(self) -> Variables:
        """The cells' variables that are trained."""
        return self._of_cells("trainable_weights") if self.trainable else []

    @property
    def non_trainable_weights(self) -> Variables:
        """The cells' variables that are not trained."""
        weights = self._of_cells("non_trainable_weights")
        return weights if self.trainable else self._of_cells("trainable_weights") + weights

    def _of_cells(self, kind: str) -> list[Any]:
        return [weight for cell in self._cells for weight in getattr(cell, kind, [])]

    def call(self, inputs: Any, state: Any) -> Any:
        """One step through all cells.

        Raises:
          ValueError: the state is no tuple.
        """
        if self._state_is_tuple:
            if not tf.nest.is_nested(state):
                raise ValueError(
                    f"Expected state to be a tuple of length {len(self._cells)}, but received: {state}"
                )
            states = state
        else:
            states = tf.split(state, [cell.state_size for cell in self._cells], axis=1)
        new_states = []
        for index, (cell, current) in enumerate(zip(self._cells, states, strict=True)):
            with _V1.variable_scope(f"cell_{index}"):
                inputs, new_state = cell(inputs, current)
            new_states.append(new_state)
        return inputs, tuple(new_states) if self._state_is_tuple else tf.concat(new_states, 1)
