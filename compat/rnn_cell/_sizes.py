"""The sizes of states and outputs that cells have in common: a cell inherits them before its base class."""

from __future__ import annotations

from .._types import StateSize
from ._state import LSTMStateTuple


class UnitSizes:
    """One number for each unit, in the state and in the output."""

    _num_units: int

    @property
    def state_size(self) -> StateSize:
        """The number of units."""
        return self._num_units

    @property
    def output_size(self) -> int:
        """The number of units."""
        return self._num_units


class LSTMSizes(UnitSizes):
    """Two numbers for each unit; what goes to the output may be projected."""

    _num_proj: int | None = None
    _state_is_tuple = True

    @property
    def state_size(self) -> StateSize:
        """`LSTMStateTuple(units, outputs)`, or their sum."""
        sizes = LSTMStateTuple(self._num_units, self.output_size)
        return sizes if self._state_is_tuple else sum(sizes)

    @property
    def output_size(self) -> int:
        """The size of the projection, or the number of units."""
        return self._num_proj or self._num_units
