"""`tf.contrib.rnn`: the cells of `compat.rnn_cell`, a few more, and functions that unroll them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf

from ... import layers, rnn_cell
from ..._listing import listed
from ..._tf.contrib import best_effort_input_batch_size as best_effort_input_batch_size
from .._names import lookup
from . import _blocks, _convolved, _fused, _gated, _lstms, _wrappers

__dir__ = listed(__name__)

_V1 = tf.compat.v1

static_bidirectional_rnn = _V1.nn.static_bidirectional_rnn
static_rnn = _V1.nn.static_rnn
static_state_saving_rnn = _V1.nn.static_state_saving_rnn

# What programs took from the inner modules, to make cells of their own.
_Linear = _wrappers.Linear
_linear = _wrappers.linear

__getattr__ = lookup(
    "rnn",
    [rnn_cell, _wrappers, _gated, _lstms, _blocks, _convolved, _fused],
    dict.fromkeys(("BidirectionalGridLSTMCell", "GridLSTMCell"), "TimeFreqLSTMCell, or a cell of your own"),
)


class LayerRNNCell(rnn_cell.RNNCell):
    """Base class of cells whose variables are made by `build`, in a scope of the cell's own."""

    def __call__(self, inputs: Any, state: Any, scope: Any = None, *args: Any, **kwargs: Any) -> Any:
        """One step."""
        return layers.Layer.__call__(self, inputs, state, *args, scope=scope, **kwargs)


def transpose_batch_time(x: Any) -> Any:
    """Swap the first two dimensions."""
    return tf.transpose(x, [1, 0, *range(2, x.shape.rank)])


def stack_bidirectional_dynamic_rnn(
    cells_fw: Any,
    cells_bw: Any,
    inputs: Any,
    initial_states_fw: Any = None,
    initial_states_bw: Any = None,
    dtype: Any = None,
    sequence_length: Any = None,
    parallel_iterations: int | None = None,
    time_major: bool = False,
    scope: Any = None,
    swap_memory: bool = False,
) -> tuple[Any, Any, Any]:
    """Bidirectional layers, each fed with both outputs of the one below.

    Returns the outputs, the forward states and the backward states.

    Raises:
      ValueError: there are no cells, or not as many states and cells one way as the other.
    """

    def unroll(forward: Any, backward: Any, inputs: Any, first: Any) -> tuple[Any, Any, Any]:
        outputs, (state_fw, state_bw) = _V1.nn.bidirectional_dynamic_rnn(
            forward,
            backward,
            inputs,
            initial_state_fw=first[0],
            initial_state_bw=first[1],
            sequence_length=sequence_length,
            parallel_iterations=parallel_iterations,
            dtype=dtype,
            swap_memory=swap_memory,
            time_major=time_major,
        )
        return tf.concat(outputs, 2), state_fw, state_bw

    return _stacked(cells_fw, cells_bw, inputs, initial_states_fw, initial_states_bw, scope, unroll)


def stack_bidirectional_rnn(
    cells_fw: Any,
    cells_bw: Any,
    inputs: Any,
    initial_states_fw: Any = None,
    initial_states_bw: Any = None,
    dtype: Any = None,
    sequence_length: Any = None,
    scope: Any = None,
) -> tuple[Any, Any, Any]:
    """`stack_bidirectional_dynamic_rnn` of a list of steps.

    Raises:
      ValueError: there are no cells, or not as many states and cells one way as the other.
    """

    def unroll(forward: Any, backward: Any, inputs: Any, first: Any) -> tuple[Any, Any, Any]:
        found: tuple[Any, Any, Any] = _V1.nn.static_bidirectional_rnn(
            forward,
            backward,
            inputs,
            initial_state_fw=first[0],
            initial_state_bw=first[1],
            dtype=dtype,
            sequence_length=sequence_length,
            scope=_V1.get_variable_scope(),  # TF 1 opens none of its own here
        )
        return found

    return _stacked(cells_fw, cells_bw, inputs, initial_states_fw, initial_states_bw, scope, unroll)


def _stacked(
    cells_fw: Any,
    cells_bw: Any,
    inputs: Any,
    initial_states_fw: Any,
    initial_states_bw: Any,
    scope: Any,
    unroll: Callable[..., tuple[Any, Any, Any]],
) -> tuple[Any, Any, Any]:
    """Layers that each `unroll` two cells over the outputs of the one below: their outputs, and states."""
    if not cells_fw or not cells_bw or len(cells_fw) != len(cells_bw):
        raise ValueError("Forward and Backward cells must be non-empty lists of one length.")
    for name, given in (("fw", initial_states_fw), ("bw", initial_states_bw)):
        if given is not None and len(given) != len(cells_fw):
            raise ValueError(f"initial_states_{name} must be a list of state tensors (one per layer).")
    states = []
    with _V1.variable_scope(scope or "stack_bidirectional_rnn"):
        for index, (forward, backward) in enumerate(zip(cells_fw, cells_bw, strict=True)):
            first = [given[index] if given else None for given in (initial_states_fw, initial_states_bw)]
            with _V1.variable_scope(f"cell_{index}"):
                inputs, *last = unroll(forward, backward, inputs, first)
            states.append(last)
    states_fw, states_bw = zip(*states, strict=True)
    return inputs, states_fw, states_bw
