"""`AttentionWrapper`: a cell that is given what it attends to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import tensorflow as tf

from ... import layers, rnn_cell
from ._attention import AttentionMechanism, attend, listed

_V1 = tf.compat.v1


class _State(NamedTuple):
    cell_state: Any
    attention: Any
    time: Any
    alignments: Any
    alignment_history: Any
    attention_state: Any


class AttentionWrapperState(_State):
    """The state of an `AttentionWrapper`; for several mechanisms, the last three are tuples."""

    __slots__ = ()

    def clone(self, **kwargs: Any) -> AttentionWrapperState:
        """The same with other values for some of its parts.

        Raises:
          ValueError: the shape of one is not that of the part.
        """

        def keep_shape(old: Any, new: Any) -> Any:
            if tf.is_tensor(old) and tf.is_tensor(new):
                new.set_shape(old.shape)
            return new

        state: AttentionWrapperState = tf.nest.map_structure(keep_shape, self, self._replace(**kwargs))
        return state


class AttentionWrapper(rnn_cell.RNNCell):
    """A cell that is given its inputs with what it attended to, and then looks into memories.

    Args:
      cell: the cell inside.
      attention_mechanism: an `AttentionMechanism`, or several.
      attention_layer_size: the units of a layer above output and context, for each mechanism; without it, and
        without `attention_layer`, the context is what is attended to.
      alignment_history: whether the state has a `TensorArray` of all alignments.
      cell_input_fn: from inputs and attention to the inputs of the cell; it concatenates them unless given.
      output_attention: whether the output is what is attended to, or that of the cell.
      initial_cell_state: the cell's part of `zero_state`, else zeros.
      name: the name of the scope, `attention_wrapper` unless given.
      attention_layer: layers in place of those that `attention_layer_size` makes.
      attention_fn: in place of `attend`.
      dtype: the type of the variables.

    Raises:
      TypeError: a mechanism is none.
      ValueError: there are both sizes and layers, or not one for each mechanism.
    """

    def __init__(
        self,
        cell: Any,
        attention_mechanism: Any,
        attention_layer_size: Any = None,
        alignment_history: bool = False,
        cell_input_fn: Callable[[Any, Any], Any] | None = None,
        output_attention: bool = True,
        initial_cell_state: Any = None,
        name: Any = None,
        attention_layer: Any = None,
        attention_fn: Callable[..., tuple[Any, Any, Any]] | None = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(name=name, dtype=dtype)
        self._is_multi = isinstance(attention_mechanism, list | tuple)
        self._mechanisms = listed(attention_mechanism)
        for mechanism in self._mechanisms:
            if not isinstance(mechanism, AttentionMechanism):
                raise TypeError(f"attention_mechanism must be an AttentionMechanism, saw: {type(mechanism)}")
        if attention_layer_size is not None and attention_layer is not None:
            raise ValueError("Only one of attention_layer_size and attention_layer should be set")
        self._cell = cell
        depths = [mechanism.values.shape[-1] for mechanism in self._mechanisms]
        self._layers: Any = [None] * len(depths)
        if attention_layer_size is not None:
            depths = list(listed(attention_layer_size))
            self._check_count(depths, "attention_layer_size")
            self._layers = [
                layers.Dense(size, name="attention_layer", use_bias=False, dtype=mechanism.dtype)
                for size, mechanism in zip(depths, self._mechanisms, strict=True)
            ]
        elif attention_layer is not None:
            self._layers = listed(attention_layer)
            self._check_count(self._layers, "attention_layer")
            depths = [
                layer.compute_output_shape(tf.TensorShape([None, cell.output_size + depth]))[-1]
                for layer, depth in zip(self._layers, depths, strict=True)
            ]
        self._attention_size = sum(int(depth) for depth in depths)
        self._attend = attention_fn or attend
        self._mix = cell_input_fn or (lambda inputs, attention: tf.concat([inputs, attention], -1))
        self._output_attention = output_attention
        self._has_history = alignment_history
        self._initial_cell_state = initial_cell_state

    def _check_count(self, found: Any, what: str) -> None:
        if len(found) != len(self._mechanisms):
            raise ValueError(
                f"{what} must contain exactly one for each attention_mechanism, saw: {len(found)}"
            )

    def _each(self, values: Any) -> Any:
        return tuple(values) if self._is_multi else next(iter(values))

    @property
    def output_size(self) -> Any:
        """The size of what is attended to, or of the cell's output."""
        return self._attention_size if self._output_attention else self._cell.output_size

    @property
    def state_size(self) -> Any:
        """The sizes of the parts of the state."""
        return AttentionWrapperState(
            cell_state=self._cell.state_size,
            attention=self._attention_size,
            time=tf.TensorShape([]),
            alignments=self._each(one.alignments_size for one in self._mechanisms),
            alignment_history=self._each(
                one.alignments_size if self._has_history else () for one in self._mechanisms
            ),
            attention_state=self._each(one.state_size for one in self._mechanisms),
        )

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        """The first state: nothing is attended to yet."""
        with _V1.name_scope(type(self).__name__ + "ZeroState"):
            cell_state = self._initial_cell_state
            if cell_state is None:
                cell_state = self._cell.zero_state(batch_size, dtype)
            alignments = [one.initial_alignments(batch_size, dtype) for one in self._mechanisms]
            return AttentionWrapperState(
                cell_state=tf.nest.map_structure(tf.identity, cell_state),
                attention=tf.zeros(tf.stack([batch_size, self._attention_size]), dtype),
                time=tf.zeros([], tf.int32),
                alignments=self._each(alignments),
                alignment_history=self._each(
                    tf.TensorArray(dtype, 0, dynamic_size=True, element_shape=one.shape)
                    if self._has_history
                    else ()
                    for one in alignments
                ),
                attention_state=self._each(one.initial_state(batch_size, dtype) for one in self._mechanisms),
            )

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """One step.

        Raises:
          TypeError: the state is no `AttentionWrapperState`.
        """
        if not isinstance(state, AttentionWrapperState):
            raise TypeError(f"Expected state to be instance of AttentionWrapperState: {type(state)}")
        output, cell_state = self._cell(self._mix(inputs, state.attention), state.cell_state)
        states = state.attention_state if self._is_multi else [state.attention_state]
        histories = state.alignment_history if self._is_multi else [state.alignment_history]
        found = [
            self._attend(mechanism, output, before, layer)
            for mechanism, before, layer in zip(self._mechanisms, states, self._layers, strict=True)
        ]
        attention = tf.concat([one for one, _, _ in found], 1)
        new = AttentionWrapperState(
            cell_state=cell_state,
            attention=attention,
            time=state.time + 1,
            alignments=self._each(alignments for _, alignments, _ in found),
            alignment_history=self._each(
                history.write(state.time, alignments) if self._has_history else ()
                for history, (_, alignments, _) in zip(histories, found, strict=True)
            ),
            attention_state=self._each(one for _, _, one in found),
        )
        return (attention if self._output_attention else output), new
