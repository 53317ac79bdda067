"""Beam search: `BeamSearchDecoder` keeps the likeliest beginnings of each sequence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import tensorflow as tf

from ...rnn_cell._wrappers import check_cell
from ._attending import AttentionWrapperState
from ._decoding import Decoder

_V1 = tf.compat.v1


class BeamSearchDecoderState(NamedTuple):
    """The cell's state [batch, beam, …], and of each beam log probability, end and length."""

    cell_state: Any
    log_probs: Any
    finished: Any
    lengths: Any
    accumulated_attention_probs: Any


class BeamSearchDecoderOutput(NamedTuple):
    """Of each beam, [batch, beam], the score, the token, and which beam it continues."""

    scores: Any
    predicted_ids: Any
    parent_ids: Any


class FinalBeamSearchDecoderOutput(NamedTuple):
    """The sequences, [time, batch, beam], the best first, and what they were found in."""

    predicted_ids: Any
    beam_search_decoder_output: BeamSearchDecoderOutput


def gather_tree(
    step_ids: Any, parent_ids: Any, max_sequence_lengths: Any, end_token: Any, name: Any = None
) -> Any:
    """Whole beams of their steps: tokens [time, batch, beam] and, for each, the beam that it continues.

    Beyond a beam's first end token, and beyond the longest of its sequence's beams, are end tokens.
    """
    with _V1.name_scope(name, "GatherTree", [step_ids, parent_ids]):
        step_ids, parent_ids = tf.convert_to_tensor(step_ids), tf.convert_to_tensor(parent_ids)
        end = tf.cast(end_token, step_ids.dtype)
        steps, _, width = tf.unstack(tf.shape(step_ids))
        lengths = tf.minimum(tf.cast(max_sequence_lengths, tf.int32), steps)[:, None]
        itself = tf.zeros_like(step_ids[0]) + tf.range(width)

        def back(step: Any, beam: Any, found: Any) -> Any:
            is_inside = step < lengths
            tokens = tf.where(is_inside, tf.gather(step_ids[step], beam, batch_dims=1), end)
            # A beam's own last step is where its way back begins.
            before = tf.where(is_inside, tf.gather(parent_ids[step], beam, batch_dims=1), itself)
            return step - 1, before, found.write(step, tokens)

        array = tf.TensorArray(step_ids.dtype, steps, element_shape=step_ids.shape[1:])
        _, _, array = _V1.while_loop(lambda step, *_: step >= 0, back, (steps - 1, itself, array))
        tokens = array.stack()
        ended = tf.cumsum(tf.cast(tf.equal(tokens, end), tf.int32), axis=0)
        tokens = tf.where(ended > 0, end, tokens)
        tokens.set_shape(step_ids.shape)
        return tokens


def gather_tree_from_array(t: Any, parent_ids: Any, sequence_length: Any) -> Any:
    """What a beam's steps left, [time, batch, beam, …], along the way that the beam took."""
    steps, batch, width = tf.unstack(tf.shape(parent_ids))
    beams = tf.zeros_like(parent_ids) + tf.range(width)
    ordered = gather_tree(
        beams, parent_ids, tf.cast(tf.reduce_max(sequence_length, axis=1), tf.int32), width + 1
    )
    inside = tf.transpose(tf.sequence_mask(sequence_length, maxlen=steps), [2, 0, 1])
    ordered = tf.where(inside, ordered, beams)
    flat = tf.reshape(t, [steps, batch, width, -1])
    return tf.reshape(tf.gather(flat, ordered, axis=2, batch_dims=2), tf.shape(t))


class BeamSearchDecoder(Decoder):
    """Decodes with the `beam_width` likeliest beginnings of each sequence.

    The cell runs on all beams as one batch: its state is made for `batch_size * beam_width`, with memories of
    attention by `tile_batch`.

    Args:
      cell: a cell of `compat.rnn_cell`.
      embedding: a function from tokens to inputs, or the matrix that has them as its rows.
      start_tokens: the first tokens, int32 of [batch].
      end_token: the token that ends a sequence, a scalar of int32.
      initial_state: the cell's first state, of all beams.
      beam_width: how many beginnings are kept.
      output_layer: a layer for the outputs, such as `compat.layers.Dense`.
      length_penalty_weight: above 0 favours long sequences.
      coverage_penalty_weight: above 0 favours sequences that looked at all of the memory.
      reorder_tensor_arrays: whether what a state kept of all steps is put in the order of the last beams.

    Raises:
      TypeError: `cell` or `output_layer` is something else.
      ValueError: `start_tokens` is no vector, or `end_token` no scalar.
    """

    tracks_own_finished = True

    def __init__(
        self,
        cell: Any,
        embedding: Any,
        start_tokens: Any,
        end_token: Any,
        initial_state: Any,
        beam_width: int,
        output_layer: Any = None,
        length_penalty_weight: Any = 0.0,
        coverage_penalty_weight: Any = 0.0,
        reorder_tensor_arrays: bool = True,
    ) -> None:
        check_cell("cell", cell)
        if output_layer is not None and not hasattr(output_layer, "compute_output_shape"):
            raise TypeError(f"output_layer must be a Layer, received: {type(output_layer)}")
        self._cell = cell
        self._output_layer = output_layer
        self._reorder_tensor_arrays = reorder_tensor_arrays
        self._beam_width = beam_width
        self._length_penalty_weight = length_penalty_weight
        self._coverage_penalty_weight = coverage_penalty_weight
        self._embedding_fn: Callable[[Any], Any] = (
            embedding if callable(embedding) else lambda ids: _V1.nn.embedding_lookup(embedding, ids)
        )
        tokens = tf.convert_to_tensor(start_tokens, tf.int32)
        self._end_token = tf.convert_to_tensor(end_token, tf.int32)
        if tokens.shape.rank != 1:
            raise ValueError("start_tokens must be a vector")
        if self._end_token.shape.rank != 0:
            raise ValueError("end_token must be a scalar")
        self._batch_size = tf.size(tokens)
        # The same where it is known: a loop's body cannot tell it of the tensor.
        self._known_batch: int | None = tokens.shape[0]
        self._start_tokens = tf.tile(tokens[:, None], [1, beam_width])
        self._start_inputs = self._embedding_fn(self._start_tokens)
        self._initial_cell_state = tf.nest.map_structure(self._split_state, initial_state)

    @property
    def batch_size(self) -> Any:
        """The number of sequences, without their beams."""
        return self._batch_size

    @property
    def output_size(self) -> Any:
        """One number, token and beam for each beam."""
        return BeamSearchDecoderOutput(*[tf.TensorShape([self._beam_width])] * 3)

    @property
    def output_dtype(self) -> Any:
        """The type of the state, and int32."""
        kind = tf.nest.flatten(self._initial_cell_state)[0].dtype
        return BeamSearchDecoderOutput(kind, tf.int32, tf.int32)

    def initialize(self, name: Any = None) -> tuple[Any, Any, Any]:
        """All beams of a sequence begin alike, so that only the first one counts."""
        kind = tf.nest.flatten(self._initial_cell_state)[0].dtype
        first = tf.zeros([self._batch_size], tf.int32)
        finished = tf.one_hot(first, self._beam_width, False, True, dtype=tf.bool)
        minus_infinity = tf.constant(float("-inf"), kind)
        log_probs = tf.one_hot(first, self._beam_width, tf.constant(0, kind), minus_infinity, dtype=kind)
        attended = self._attention(self._initial_cell_state)
        state = BeamSearchDecoderState(
            cell_state=self._initial_cell_state,
            log_probs=log_probs,
            finished=finished,
            lengths=tf.zeros([self._batch_size, self._beam_width], tf.int64),
            accumulated_attention_probs=() if attended is None else attended,
        )
        return finished, self._start_inputs, state

    def step(self, time: Any, inputs: Any, state: Any, name: Any = None) -> tuple[Any, Any, Any, Any]:
        """One step of the cell on all beams, and the choice of those that go on."""
        with _V1.name_scope(name, "BeamSearchDecoderStep", [time]):
            inputs = tf.nest.map_structure(self._merge, inputs)
            before = tf.nest.map_structure(self._merge_state, state.cell_state)
            outputs, cell_state = self._cell(inputs, before)
            logits = tf.nest.map_structure(self._split, outputs)
            cell_state = tf.nest.map_structure(self._split_state, cell_state)
            if self._output_layer is not None:
                logits = self._output_layer(logits)
            output, state = self._chosen(logits, cell_state, state)
            next_inputs = _V1.cond(
                tf.reduce_all(state.finished),
                lambda: self._start_inputs,
                lambda: self._embedding_fn(output.predicted_ids),
            )
        return output, state, next_inputs, state.finished

    def finalize(self, outputs: Any, final_state: Any, sequence_lengths: Any) -> tuple[Any, Any]:
        """The sequences, each along the way that it was found."""
        longest = tf.cast(tf.reduce_max(final_state.lengths, axis=1), tf.int32)
        ids = gather_tree(outputs.predicted_ids, outputs.parent_ids, longest, self._end_token)
        if self._reorder_tensor_arrays:
            cell_state = tf.nest.map_structure(
                lambda part: self._ordered(part, outputs.parent_ids, final_state.lengths),
                final_state.cell_state,
            )
            final_state = final_state._replace(cell_state=cell_state)
        return FinalBeamSearchDecoderOutput(ids, outputs), final_state

    def _chosen(self, logits: Any, cell_state: Any, state: BeamSearchDecoderState) -> tuple[Any, Any]:
        vocabulary = logits.shape[-1] or tf.shape(logits)[-1]
        kind = logits.dtype
        # A beam that has ended goes on with end tokens alone, which cost nothing.
        only_end = tf.one_hot(self._end_token, vocabulary, tf.constant(0, kind), kind.min, dtype=kind)
        steps = tf.where(state.finished[..., None], only_end, tf.nn.log_softmax(logits))
        totals = state.log_probs[..., None] + steps
        longer = tf.cast(tf.logical_not(state.finished), tf.int64)
        no_end = tf.one_hot(self._end_token, vocabulary, tf.constant(0, tf.int64), 1, dtype=tf.int64)
        lengths = state.lengths[..., None] + longer[..., None] * no_end
        attended = self._attention(cell_state)
        if attended is not None:
            going_on = tf.cast(tf.logical_not(state.finished), tf.float32)
            attended = state.accumulated_attention_probs + attended * going_on[..., None]
        scores = totals / tf.cast(self._length_penalty(lengths), kind)
        if attended is not None:
            scores += self._coverage_penalty(attended, state.finished)[..., None]
        best, index = tf.math.top_k(self._flat(scores), self._beam_width)
        parents = index // vocabulary
        tokens = index % vocabulary
        had_ended = tf.gather(state.finished, parents, batch_dims=1)
        chosen = BeamSearchDecoderState(
            cell_state=tf.nest.map_structure(lambda part: _of_parents(part, parents), cell_state),
            log_probs=tf.gather(self._flat(totals), index, batch_dims=1),
            finished=tf.logical_or(had_ended, tf.equal(tokens, self._end_token)),
            lengths=tf.gather(state.lengths, parents, batch_dims=1)
            + tf.cast(tf.logical_not(had_ended), tf.int64),
            accumulated_attention_probs=()
            if attended is None
            else tf.gather(attended, parents, batch_dims=1),
        )
        return BeamSearchDecoderOutput(best, tokens, parents), chosen

    def _length_penalty(self, lengths: Any) -> Any:
        weight = tf.convert_to_tensor(self._length_penalty_weight)
        if tf.get_static_value(weight) == 0:
            return 1.0
        return (5.0 + tf.cast(lengths, tf.float32)) ** weight / (5.0 + 1.0) ** weight

    def _coverage_penalty(self, attended: Any, finished: Any) -> Any:
        attended = tf.where(tf.equal(attended, 0.0), tf.ones_like(attended), attended)
        penalty = tf.reduce_sum(tf.math.log(tf.minimum(attended, 1.0)), 2)
        return penalty * tf.cast(finished, tf.float32) * self._coverage_penalty_weight

    def _attention(self, cell_state: Any) -> Any:
        """What is looked at, [batch, beam, time], the mean of all mechanisms; `None` if it does not count."""
        if isinstance(self._coverage_penalty_weight, float) and self._coverage_penalty_weight == 0.0:
            return None
        is_one = isinstance(cell_state, AttentionWrapperState) or not isinstance(cell_state, tuple)
        states = [cell_state] if is_one else cell_state
        found = [_mean_alignments(one) for one in states if isinstance(one, AttentionWrapperState)]
        if not found:
            raise ValueError("coverage_penalty_weight must be 0.0 if no cell is attentional.")
        return found[0] if len(found) == 1 else tf.reduce_mean(tf.stack(found, -1), -1)

    def _merge(self, value: Any) -> Any:
        """[batch * beam, …] of [batch, beam, …]."""
        merged = tf.reshape(value, tf.concat([[self._batch_size * self._beam_width], tf.shape(value)[2:]], 0))
        merged.set_shape(tf.TensorShape([self._beams()]).concatenate(value.shape[2:]))
        return merged

    def _split(self, value: Any) -> Any:
        """[batch, beam, …] of [batch * beam, …]."""
        if value.shape[0] is not None and value.shape[0] != (self._beams() or value.shape[0]):
            raise ValueError(
                f"Unexpected behavior when reshaping between beam width and batch size: {value.shape}. "
                "Perhaps you forgot to create a zero_state with batch_size=encoder_batch_size * beam_width?"
            )
        split = tf.reshape(value, tf.concat([[self._batch_size, self._beam_width], tf.shape(value)[1:]], 0))
        split.set_shape(tf.TensorShape([self._known_batch, self._beam_width]).concatenate(value.shape[1:]))
        return split

    def _flat(self, value: Any) -> Any:
        """[batch, beam * tokens] of [batch, beam, tokens]."""
        flat = tf.reshape(value, [self._batch_size, -1])
        flat.set_shape([self._known_batch, None])
        return flat

    def _beams(self) -> int | None:
        return None if self._known_batch is None else self._known_batch * self._beam_width

    def _merge_state(self, value: Any) -> Any:
        return self._merge(value) if _has_rank(value, 2) else value

    def _split_state(self, value: Any) -> Any:
        return self._split(value) if _has_rank(value, 1) else value

    def _ordered(self, value: Any, parents: Any, lengths: Any) -> Any:
        if not isinstance(value, tf.TensorArray):
            return value
        return gather_tree_from_array(value.stack(), parents, lengths)


def _mean_alignments(state: AttentionWrapperState) -> Any:
    alignments = state.alignments
    return tf.reduce_mean(tf.stack(alignments, -1), -1) if isinstance(alignments, tuple) else alignments


def _has_rank(value: Any, rank: int) -> bool:
    if isinstance(value, tf.TensorArray):
        return False
    if value.shape.rank is None:
        raise ValueError(f"Expected tensor ({value}) to have known rank, but ndims == None.")
    return bool(value.shape.rank >= rank)


def _of_parents(value: Any, parents: Any) -> Any:
    return tf.gather(value, parents, batch_dims=1) if _has_rank(value, 2) else value
