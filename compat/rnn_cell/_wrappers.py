"""Cells that wrap another: dropout, residual connections, a device."""

from __future__ import annotations

import abc
import hashlib
from collections.abc import Callable, Mapping
from typing import Any

import tensorflow as tf

from .._types import Device, DType, Name, Shape, StateSize, Variables
from ._cell import RNNCell
from ._state import LSTMStateTuple

_V1 = tf.compat.v1


class _Wrapper(RNNCell, abc.ABC):
    def __init__(self, cell: RNNCell, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        check_cell("cell", cell)
        self._cell = cell

    @property
    def wrapped_cell(self) -> RNNCell:
        """The cell inside."""
        return self._cell

    def get_config(self) -> dict[str, object]:
        """What `from_config` makes such a wrapper of, once the cell itself stands in the place of its own."""
        cell = {"class_name": type(self._cell).__name__, "config": self._cell.get_config()}
        return {**super().get_config(), "cell": cell}

    @classmethod
    def from_config(
        cls, config: Mapping[str, object], custom_objects: Mapping[str, type] | None = None
    ) -> Any:
        """A wrapper of this configuration.

        Raises:
          ValueError: its cell is the configuration of one.
        """
        if isinstance(config["cell"], Mapping):
            raise ValueError(
                "RNNCellWrapper cannot reconstruct the wrapped cell. Please overwrite the cell in the config "
                "with a RNNCell instance."
            )
        return super().from_config(config, custom_objects)

    @property
    def state_size(self) -> StateSize:
        """The wrapped cell's."""
        return self._cell.state_size

    @property
    def output_size(self) -> int | tf.TensorShape:
        """The wrapped cell's."""
        return self._cell.output_size

    @property
    def trainable_weights(self) -> Variables:
        """The wrapped cell's."""
        return list(self._cell.trainable_weights)

    @property
    def non_trainable_weights(self) -> Variables:
        """The wrapped cell's."""
        return list(self._cell.non_trainable_weights)

    def zero_state(self, batch_size: Any, dtype: DType | None) -> Any:
        """The wrapped cell's zero state."""
        with _V1.name_scope(type(self).__name__ + "ZeroState"):
            return self._cell.zero_state(batch_size, dtype)

    def __call__(self, inputs: Any, state: Any, scope: Name = None) -> Any:
        """One step of the wrapped cell; its variables lie where they would without the wrapper."""
        return self._step(inputs, state, scope)

    @abc.abstractmethod
    def _step(self, inputs: Any, state: Any, scope: Name) -> Any:
        """What each kind of wrapper does around the cell."""


class DeviceWrapper(_Wrapper):
    """Runs the cell on a device, as `tf.nn.rnn_cell.DeviceWrapper`.

    Args:
      cell: what is wrapped; its shapes are the wrapper's.
      device: a name, or a function, as `tf.device` takes it.

    Raises:
      TypeError: `cell` is no cell.
    """

    def __init__(self, cell: RNNCell, device: Device, **kwargs: Any) -> None:
        super().__init__(cell, **kwargs)
        self._device = device

    def get_config(self) -> dict[str, object]:
        """See `ResidualWrapper`."""
        return {**super().get_config(), "device": self._device}

    def zero_state(self, batch_size: Any, dtype: DType | None) -> Any:
        """The cell's zero state, on the device."""
        with _V1.device(self._device):
            return super().zero_state(batch_size, dtype)

    def _step(self, inputs: Any, state: Any, scope: Name) -> Any:
        with _V1.device(self._device):
            return self._cell(inputs, state, scope=scope)


class ResidualWrapper(_Wrapper):
    """Adds inputs to outputs, as `tf.nn.rnn_cell.ResidualWrapper`.

    Args:
      cell: what is wrapped; its outputs have the shape of its inputs.
      residual_fn: called with inputs and outputs instead, for what the output is to be.

    Raises:
      TypeError: `cell` is no cell.
      ValueError: when it is called: the shapes differ.
    """

    def __init__(
        self, cell: RNNCell, residual_fn: Callable[[Any, Any], Any] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(cell, **kwargs)
        self._residual_fn = residual_fn or _added

    def get_config(self) -> dict[str, object]:
        """What `from_config` takes, once the cell itself stands for its configuration there.

        A function is in it as it is, and not as the bytes of its code.
        """
        own = {} if self._residual_fn is _added else {"residual_fn": self._residual_fn}
        return {**super().get_config(), **own}

    def _step(self, inputs: Any, state: Any, scope: Name) -> Any:
        outputs, new_state = self._cell(inputs, state, scope=scope)
        return self._residual_fn(inputs, outputs), new_state


class DropoutWrapper(_Wrapper):
    """Drops inputs, outputs or states of the cell, as `tf.nn.rnn_cell.DropoutWrapper`.

    Args:
      cell: what is wrapped; its shapes are the wrapper's.
      input_keep_prob, output_keep_prob, state_keep_prob: which part of each is kept, between 0 and 1: numbers
        or scalar tensors.
      variational_recurrent: one mask holds for all steps in time; needs `dtype`.
      input_size: of the inputs, where such a mask drops them.
      dtype: of inputs, outputs and states.
      seed: of what is drawn.
      dropout_state_filter_visitor: which parts of a state are dropped; by default all but an LSTM's `c`.

    Raises:
      TypeError: `cell` is no cell, or the visitor no function.
      ValueError: a probability is not between 0 and 1, or what a mask needs is not given.
    """

    def __init__(
        self,
        cell: RNNCell,
        input_keep_prob: Any = 1.0,
        output_keep_prob: Any = 1.0,
        state_keep_prob: Any = 1.0,
        variational_recurrent: bool = False,
        input_size: Shape = None,
        dtype: DType | None = None,
        seed: int | None = None,
        dropout_state_filter_visitor: Callable[[Any], Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(cell, dtype=dtype, **kwargs)
        if dropout_state_filter_visitor is not None and not callable(dropout_state_filter_visitor):
            raise TypeError("dropout_state_filter_visitor must be callable")
        self._state_filter = dropout_state_filter_visitor or _all_but_memory
        self._seed = seed
        with _V1.name_scope("DropoutWrapperInit"):
            self._keep = {
                "input": _probability(input_keep_prob, "input_keep_prob"),
                "state": _probability(state_keep_prob, "state_keep_prob"),
                "output": _probability(output_keep_prob, "output_keep_prob"),
            }
        self._noise: dict[str, Any] = {}
        self._is_variational, self._input_size = variational_recurrent, input_size
        if variational_recurrent:
            self._draw_noise(input_size, dtype)

    def get_config(self) -> dict[str, object]:
        """See `ResidualWrapper`."""
        own = {
            **{f"{place}_keep_prob": self._keep[place] for place in ("input", "output", "state")},
            "variational_recurrent": self._is_variational,
            "input_size": self._input_size,
            "seed": self._seed,
        }
        if self._state_filter is not _all_but_memory:
            own["dropout_state_filter_visitor"] = self._state_filter
        return {**super().get_config(), **own}

    def _draw_noise(self, input_size: Any, dtype: DType | None) -> None:
        if dtype is None:
            raise ValueError("When variational_recurrent=True, dtype must be provided")
        sizes = {"state": self.state_size, "output": self.output_size}
        if _drops(self._keep["input"]):
            if input_size is None:
                raise ValueError(
                    "When variational_recurrent=True and input_keep_prob < 1.0 or is unknown, "
                    "input_size must be provided"
                )
            sizes = {"input": input_size, **sizes}
        for place, size in sizes.items():

            def draw(index: int, one: Any, place: str = place) -> Any:
                tail = one if isinstance(one, tf.TensorShape) else tf.TensorShape([one])
                return tf.random.uniform(
                    [1, *tail.as_list()], seed=self._salted(place, index), dtype=tf.as_dtype(dtype)
                )

            self._noise[place] = _map_numbered(draw, size)

    def _salted(self, place: str, index: int) -> int | None:
        if self._seed is None:
            return None
        digest = hashlib.md5(f"{self._seed}{place}_{index}".encode(), usedforsecurity=False).hexdigest()
        return int(digest[:8], 16) & 0x7FFFFFFF

    def _step(self, inputs: Any, state: Any, scope: Name) -> Any:
        inputs = self._dropped("input", inputs)
        output, new_state = self._cell(inputs, state, scope=scope)
        if _drops(self._keep["state"]):
            new_state = self._dropped("state", new_state, _chosen(self._state_filter, new_state))
        return self._dropped("output", output), new_state

    def _dropped(self, place: str, values: Any, chosen: Any = True) -> Any:
        keep = self._keep[place]
        if not _drops(keep):
            return values

        def drop(index: int, value: Any, is_chosen: Any, noise: Any = None) -> Any:
            if not is_chosen:
                return value
            if noise is None:
                return tf.nn.dropout(value, rate=1.0 - keep, seed=self._salted(place, index))
            dropped = value / keep * tf.floor(keep + noise)
            dropped.set_shape(value.shape)
            return dropped

        if chosen is True:
            chosen = tf.nest.map_structure(lambda value: True, values)
        noise = [self._noise[place]] if place in self._noise else []
        return _map_numbered(drop, values, chosen, *noise)


def check_cell(name: str, cell: Any) -> None:
    """Raise `TypeError` where `cell` does not have what a cell has."""
    missing = [part for part in ("output_size", "state_size") if not _has(cell, part)]
    if not any(_has(cell, part) for part in ("zero_state", "get_initial_state")):
        missing.append("zero_state")
    if missing or not callable(cell):
        raise TypeError(f"The argument {name!r} ({cell}) is not an RNNCell: it lacks {', '.join(missing)}.")


def _has(cell: Any, part: str) -> bool:
    # On the class: a cell may not know its state_size yet.
    return hasattr(type(cell), part) or hasattr(cell, part)


def _added(inputs: Any, outputs: Any) -> Any:
    def add(one: Any, other: Any) -> Any:
        one.shape.assert_is_compatible_with(other.shape)
        return one + other

    return tf.nest.map_structure(add, inputs, outputs)


def _all_but_memory(substate: Any) -> Any:
    if isinstance(substate, LSTMStateTuple):
        return LSTMStateTuple(c=False, h=True)
    return not isinstance(substate, tf.TensorArray)


def _chosen(visit: Callable[[Any], Any], state: Any) -> Any:
    answer = visit(state)
    if not isinstance(answer, bool):
        return answer
    if answer and tf.nest.is_nested(state):
        parts = [_chosen(visit, part) for part in state]
        return type(state)(*parts) if hasattr(state, "_fields") else type(state)(parts)
    return tf.nest.map_structure(lambda part: answer, state)


def _map_numbered(function: Callable[..., Any], *structures: Any) -> Any:
    flat = zip(*(tf.nest.flatten(structure) for structure in structures), strict=True)
    results = [function(index, *values) for index, values in enumerate(flat)]
    return tf.nest.pack_sequence_as(structures[0], results)


def _probability(value: Any, name: str) -> Any:
    known = tf.get_static_value(value) if tf.is_tensor(value) else value
    if known is None:
        return value
    if not 0 <= known <= 1:
        raise ValueError(f"Parameter {name} must be between 0 and 1: {known}")
    return float(known)


def _drops(keep: Any) -> bool:
    return not isinstance(keep, float) or keep < 1
