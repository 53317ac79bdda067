"""`tf.contrib.legacy_seq2seq`: losses over lists of logits, and decoders without attention."""

from __future__ import annotations

import copy
from typing import Any

import tensorflow as tf

from ._names import lookup

_V1 = tf.compat.v1

__getattr__ = lookup("legacy_seq2seq", [])


def sequence_loss_by_example(
    logits: Any,
    targets: Any,
    weights: Any,
    average_across_timesteps: bool = True,
    softmax_loss_function: Any = None,
    name: Any = None,
) -> Any:
    """The weighted cross entropy of each sequence, [batch]; lists have one entry for each step in time."""
    if not len(logits) == len(targets) == len(weights):
        raise ValueError(
            "Lengths of logits, weights, and targets must be the same "
            f"{len(logits)}, {len(weights)}, {len(targets)}."
        )
    with _V1.name_scope(name, "sequence_loss_by_example", [*logits, *targets, *weights]):
        losses = []
        for logit, target, weight in zip(logits, targets, weights, strict=True):
            if softmax_loss_function is None:
                entropy = tf.nn.sparse_softmax_cross_entropy_with_logits(tf.reshape(target, [-1]), logit)
            else:
                entropy = softmax_loss_function(labels=target, logits=logit)
            losses.append(entropy * weight)
        total = tf.add_n(losses)
        if average_across_timesteps:
            # TF 1 guards against a weight of zero for a whole sequence.
            total /= tf.add_n(list(weights)) + 1e-12
        return total


def sequence_loss(
    logits: Any,
    targets: Any,
    weights: Any,
    average_across_timesteps: bool = True,
    average_across_batch: bool = True,
    softmax_loss_function: Any = None,
    name: Any = None,
) -> Any:
    """The weighted cross entropy of all sequences, a number."""
    with _V1.name_scope(name, "sequence_loss", [*logits, *targets, *weights]):
        cost = tf.reduce_sum(
            sequence_loss_by_example(
                logits, targets, weights, average_across_timesteps, softmax_loss_function
            )
        )
        return cost / tf.cast(tf.shape(targets[0])[0], cost.dtype) if average_across_batch else cost


def rnn_decoder(
    decoder_inputs: Any, initial_state: Any, cell: Any, loop_function: Any = None, scope: Any = None
) -> tuple[list[Any], Any]:
    """Outputs and last state of `cell` over a list of inputs; `loop_function(output, i)` replaces input i."""
    with _V1.variable_scope(scope or "rnn_decoder"):
        state, outputs, previous = initial_state, [], None
        for index, value in enumerate(decoder_inputs):
            if loop_function is not None and previous is not None:
                with _V1.variable_scope("loop_function", reuse=True):
                    value = loop_function(previous, index)
            if index > 0:
                _V1.get_variable_scope().reuse_variables()
            output, state = cell(value, state)
            outputs.append(output)
            if loop_function is not None:
                previous = output
    return outputs, state


def basic_rnn_seq2seq(
    encoder_inputs: Any, decoder_inputs: Any, cell: Any, dtype: Any = tf.float32, scope: Any = None
) -> tuple[list[Any], Any]:
    """Encode a list of inputs, and decode another from the encoder's last state."""
    with _V1.variable_scope(scope or "basic_rnn_seq2seq"):
        # The encoder's cell is another one, with variables of its own.
        _, state = _V1.nn.static_rnn(copy.deepcopy(cell), encoder_inputs, dtype=dtype)
        return rnn_decoder(decoder_inputs, state, cell)
