"""Beams end where those of TF 1.15.5 ended, with its scores, by lengths, coverage and what they looked at."""

import json
from pathlib import Path

import numpy as np
import pytest
import tensorflow as tf

from compat import layers, rnn_cell
from compat.contrib import seq2seq

v1 = tf.compat.v1

WIDTH, BATCH, TOKENS = 3, 2, 5
# Of the decoder: what is counted beside the likelihoods, and what is kept.
PROGRAMS = {
    "plain": {},
    "lengths": {"length_penalty_weight": 0.8},
    "coverage": {"coverage_penalty_weight": 0.7, "length_penalty_weight": 0.3},
    "unordered": {"reorder_tensor_arrays": False},
}
# Of TF 1.15.5 under the same weights: tokens and parents of each step, lengths, then sums and sums of squares
# of scores, of the likelihoods and of what was looked at.
EXPECTED = json.loads(Path(__file__).with_name("recorded_beams.json").read_text(encoding="utf-8"))


def draw(*shape, seed):
    return np.random.RandomState(seed).uniform(-2, 2, shape).astype(np.float32)


def searched(name, seq2seq, layers, rnn_cell):
    """The tensors of a search; TF 1's modules take the place of these, too."""
    memory = seq2seq.tile_batch(draw(BATCH, 4, 3, seed=1), WIDTH)
    sizes = seq2seq.tile_batch(np.array([4, 2], np.int32), WIDTH)
    mechanism = seq2seq.LuongAttention(4, memory, sizes)
    cell = seq2seq.AttentionWrapper(rnn_cell.GRUCell(4), mechanism, 3, alignment_history=True)
    state = cell.zero_state(BATCH * WIDTH, "float32")
    decoder = seq2seq.BeamSearchDecoder(
        cell, draw(TOKENS, 3, seed=2), [1, 2], 0, state, WIDTH, layers.Dense(TOKENS), **PROGRAMS[name]
    )
    outputs, state, lengths = seq2seq.dynamic_decode(decoder, maximum_iterations=6)
    steps = outputs.beam_search_decoder_output
    whole = [outputs.predicted_ids, steps.predicted_ids, steps.parent_ids, lengths]
    history = state.cell_state.alignment_history
    history = history.stack() if hasattr(history, "stack") else history
    # Of shapes that are known, 1.15.5 leaves the steps in their order in any case, and warns.
    return whole, [steps.scores, state.log_probs, *([history] if name == "unordered" else [])]


def results(name, v1, *modules):
    """Numbers of a search in a session of `v1`."""
    with v1.Graph().as_default(), v1.Session() as session:
        tensors = searched(name, *modules)
        for seed, variable in enumerate(sorted(v1.trainable_variables(), key=lambda one: one.op.name)):
            variable.load(draw(*variable.shape.as_list(), seed=seed), session)
        whole, summed = session.run(tensors)
    exact = [value.astype(np.float64) for value in summed]
    return [value.tolist() for value in whole], [[value.sum(), np.square(value).sum()] for value in exact]


@pytest.mark.parametrize("name", PROGRAMS)
def test_beams_end_as_tf_1(name):
    whole, sums = results(name, v1, seq2seq, layers, rnn_cell)
    assert whole == EXPECTED[name][0]
    np.testing.assert_allclose(sums, EXPECTED[name][1], rtol=1e-4, atol=1e-4)
