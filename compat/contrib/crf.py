"""`tf.contrib.crf`: conditional random fields over chains of tags.

In what follows `inputs` are scores of tags, [batch, time, tags], and `transition_params` those of going from
one tag (the row) to another, [tags, tags]; only the first `sequence_lengths` [batch] steps of a chain count.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import tensorflow as tf

from .._listing import listed
from ._names import lookup

__dir__ = listed(__name__)

__getattr__ = lookup(
    "crf",
    [],
    {
        "CrfDecodeBackwardRnnCell": "crf_decode",
        "CrfDecodeForwardRnnCell": "crf_decode",
        "CrfForwardRnnCell": "crf_log_norm",
    },
)


def crf_log_likelihood(
    inputs: Any, tag_indices: Any, sequence_lengths: Any, transition_params: Any = None
) -> tuple[Any, Any]:
    """The logarithm of each chain's probability, [batch], and the transitions.

    Unless transitions are given, they are the variable `transitions` of the current variable scope.
    `tag_indices` are the chains, int32 or int64 of [batch, time].
    """
    inputs = tf.convert_to_tensor(inputs)
    if transition_params is None:
        transition_params = tf.compat.v1.get_variable("transitions", [inputs.shape[2], inputs.shape[2]])
    score = crf_sequence_score(inputs, tag_indices, sequence_lengths, transition_params)
    return score - crf_log_norm(inputs, sequence_lengths, transition_params), transition_params


def crf_sequence_score(inputs: Any, tag_indices: Any, sequence_lengths: Any, transition_params: Any) -> Any:
    """The score of each chain, [batch]: of its tags and of its transitions."""
    return crf_unary_score(tag_indices, sequence_lengths, inputs) + crf_binary_score(
        tag_indices, sequence_lengths, transition_params
    )


def crf_unary_score(tag_indices: Any, sequence_lengths: Any, inputs: Any) -> Any:
    """The sum of the scores of each chain's tags, [batch]."""
    tags, inputs = tf.convert_to_tensor(tag_indices), tf.convert_to_tensor(inputs)
    batch, time, kinds = tf.unstack(tf.shape(inputs, tags.dtype))
    # One index for all, as in TF 1: a tag that does not exist is not noticed in the midst of the batch.
    first = tf.reshape(tf.range(batch * time, dtype=tags.dtype) * kinds, [batch, time])
    scores = tf.gather(tf.reshape(inputs, [-1]), first + tags)
    return tf.reduce_sum(scores * tf.sequence_mask(sequence_lengths, time, scores.dtype), 1)


def crf_binary_score(tag_indices: Any, sequence_lengths: Any, transition_params: Any) -> Any:
    """The sum of the scores of each chain's transitions, [batch]."""
    tags, transitions = tf.convert_to_tensor(tag_indices), tf.convert_to_tensor(transition_params)
    pairs = tags[:, :-1] * tf.shape(transitions, tags.dtype)[0] + tags[:, 1:]
    scores = tf.gather(tf.reshape(transitions, [-1]), pairs)
    mask = tf.sequence_mask(sequence_lengths, tf.shape(tags)[1], scores.dtype)
    return tf.reduce_sum(scores * mask[:, 1:], 1)


def crf_log_norm(inputs: Any, sequence_lengths: Any, transition_params: Any) -> Any:
    """The logarithm of the sum of all chains' exponentiated scores, [batch]; 0 for a chain without steps."""
    inputs, lengths = tf.convert_to_tensor(inputs), tf.convert_to_tensor(sequence_lengths)
    transitions = tf.convert_to_tensor(transition_params)

    def advance(alphas: Any, step: Any) -> Any:
        scores, moves = step
        paths = tf.reduce_logsumexp(alphas[:, :, None] + transitions, 1)
        return tf.where(moves[:, None], scores + paths, alphas)

    alphas = tf.foldl(advance, _steps(inputs, lengths), inputs[:, 0])
    return tf.where(lengths > 0, tf.reduce_logsumexp(alphas, 1), 0)


def crf_multitag_sequence_score(
    inputs: Any, tag_bitmap: Any, sequence_lengths: Any, transition_params: Any
) -> Any:
    """The logarithm of the sum of the exponentiated scores of the chains that `tag_bitmap` allows, [batch].

    `tag_bitmap` says which tags are allowed at each step, as booleans of [batch, time, tags]. As in TF 1,
    where `time` is 1 each chain has that step, whatever its length.
    """
    allowed = tf.where(tag_bitmap, inputs, -np.inf)
    lengths = tf.where(tf.shape(allowed)[1] > 1, sequence_lengths, 1)
    return crf_log_norm(allowed, lengths, transition_params)


def crf_decode(potentials: Any, transition_params: Any, sequence_length: Any) -> tuple[Any, Any]:
    """The best chains, int32 of [batch, time], and their scores, [batch].

    `potentials` are the scores of tags. After the end of a chain its tags are 0.
    """
    inputs, lengths = tf.convert_to_tensor(potentials), tf.convert_to_tensor(sequence_length)
    transitions = tf.convert_to_tensor(transition_params)
    batch, time, kinds = tf.unstack(tf.shape(inputs))
    stay = tf.broadcast_to(tf.range(kinds), [batch, kinds])

    def advance(state: Any, step: Any) -> Any:
        best, _ = state
        scores, moves = step
        paths = best[:, :, None] + transitions
        return (
            tf.where(moves[:, None], scores + tf.reduce_max(paths, 1), best),
            tf.where(moves[:, None], tf.argmax(paths, 1, tf.int32), stay),
        )

    def retreat(tags: Any, came_from: Any) -> Any:
        return tf.gather(came_from, tags, batch_dims=1)

    best, came_from = tf.scan(advance, _steps(inputs, lengths), (inputs[:, 0], stay))
    last = tf.argmax(best[-1], 1, tf.int32)
    # Each tag is where the next one came from.
    before = tf.scan(retreat, came_from, last, reverse=True)
    tags = tf.transpose(tf.concat([before[1:], last[None]], 0))
    mask = tf.sequence_mask(tf.maximum(lengths, 1), time, tf.int32)
    return tags * mask, tf.reduce_max(best[-1], 1)


def _steps(inputs: Any, lengths: Any) -> tuple[Any, Any]:
    """For each step in time, the scores [batch, tags], and whether each chain moves on to it from another."""
    mask = tf.sequence_mask(lengths, tf.shape(inputs)[1])
    mask &= tf.range(tf.shape(inputs)[1]) > 0
    return tf.transpose(inputs, [1, 0, 2]), tf.transpose(mask)


def viterbi_decode(score: Any, transition_params: Any) -> tuple[list[int], Any]:
    """The best chain, a list of integers, and its score, by NumPy.

    `score` [time, tags] are the scores of the tags of a single chain, which has at least one step.
    """
    score, transitions = np.asarray(score), np.asarray(transition_params)
    best, came_from = score[0], []
    for scores in score[1:]:
        paths = best[:, None] + transitions
        came_from.append(paths.argmax(0))
        best = (scores + paths.max(0)).astype(score.dtype)
    chain = [int(best.argmax())]
    for pointers in reversed(came_from):
        chain.append(int(pointers[chain[-1]]))
    return chain[::-1], best.max()
