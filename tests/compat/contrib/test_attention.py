"""Decoding with attention gives what `tf.contrib.seq2seq` of TF 1.15.5 gave, in graphs and in steps."""

import json
from pathlib import Path

import numpy as np
import pytest
import tensorflow as tf

import compat
from compat import layers, rnn_cell
from compat.contrib import seq2seq
from compat.contrib.seq2seq import BahdanauAttention, LuongAttention

from ..graph_and_step import drawn

v1 = tf.compat.v1


def draw(*shape, seed=3):
    return np.random.RandomState(seed).uniform(-1, 1, shape).astype(np.float32)


DATA = [
    draw(4, 6, 3) * 2,
    np.array([6, 2, 0, 4], np.int32),
    draw(4, 5, 3, seed=9),
    np.array([5, 2, 1, 3], np.int32),
]
SIGNATURE = [
    tf.TensorSpec([None, None, 3], tf.float32),
    tf.TensorSpec([None], tf.int32),
    tf.TensorSpec([None, None, 3], tf.float32),
    tf.TensorSpec([None], tf.int32),
]
# What makes the mechanism, and the options of the wrapper.
PROGRAMS = {
    "bahdanau": (lambda *memory: BahdanauAttention(6, *memory), {"attention_layer_size": 4}),
    "bahdanau normalised": (
        lambda *memory: BahdanauAttention(6, *memory, normalize=True),
        {"output_attention": False},
    ),
    "luong": (lambda *memory: LuongAttention(4, *memory), {}),
    "luong scaled": (
        lambda memory, lengths: LuongAttention(4, memory, scale=True),
        {"attention_layer_size": 2, "alignment_history": True},
    ),
    "two": (
        lambda *memory: [LuongAttention(4, *memory), BahdanauAttention(3, *memory)],
        {"attention_layer_size": [2, 3]},
    ),
}
# By day, the program that has both kinds.
NAMES = [pytest.param(name, marks=[] if name == "two" else [pytest.mark.nightly]) for name in PROGRAMS]

# Of TF 1.15.5 under planted weights: variables, sample ids, lengths, and the sum and the sum of squares of
# the outputs, of the last state, of gradients and of all alignments where they are kept.
EXPECTED = json.loads(Path(__file__).with_name("recorded_attention.json").read_text(encoding="utf-8"))


def run_of(name, inputs, lengths, memory, memory_lengths):
    make, options = PROGRAMS[name]
    cell = seq2seq.AttentionWrapper(rnn_cell.BasicLSTMCell(4), make(memory, memory_lengths), **options)
    helper = seq2seq.TrainingHelper(inputs, lengths)
    state = cell.zero_state(tf.shape(inputs)[0], tf.float32)
    decoder = seq2seq.BasicDecoder(cell, helper, state, layers.Dense(5, name="proj"))
    outputs, state, sizes = seq2seq.dynamic_decode(decoder, impute_finished=True)
    gradients = tf.gradients(tf.reduce_sum(tf.square(outputs.rnn_output)), v1.trainable_variables())
    history = state.alignment_history.stack() if "alignment_history" in options else tf.constant(0)
    last = tf.nest.flatten([state.cell_state, state.attention, state.alignments])
    return [outputs.sample_id, sizes, [outputs.rnn_output], last, gradients, [history]]


def sums(values):
    values = np.concatenate([np.ravel(value) for value in values]).astype(np.float64)
    return [values.sum(), np.square(values).sum()]


def assert_expected(name, found):
    _, ids, lengths, *totals = EXPECTED[name]
    assert np.ravel(found[0]).tolist() == ids
    assert np.asarray(found[1]).tolist() == lengths
    np.testing.assert_allclose([sums(values) for values in found[2:]], totals, rtol=1e-4, atol=2e-3)


@pytest.mark.by_day(one_in=3)
@pytest.mark.parametrize("name", NAMES)
def test_steps_attend_as_tf_1(name):
    store = compat.VariableStore()
    step = store.function(lambda *data: run_of(name, *data), input_signature=SIGNATURE)
    assert list(store.variables) == EXPECTED[name][0]
    for key, value in drawn(store.variables, -1, 1).items():
        store.variables[key].assign(value)
    assert_expected(name, step(*DATA))


@pytest.mark.by_day(one_in=3)
@pytest.mark.parametrize("name", NAMES)
def test_graphs_attend_as_tf_1(name):
    with tf.Graph().as_default(), v1.Session() as session:
        inputs = [v1.placeholder(spec.dtype, spec.shape) for spec in SIGNATURE]
        fetches = run_of(name, *inputs)
        variables = {variable.op.name: variable for variable in v1.trainable_variables()}
        assert list(variables) == EXPECTED[name][0]
        for key, value in drawn(variables, -1, 1).items():
            variables[key].load(value, session)
        assert_expected(name, session.run(fetches, dict(zip(inputs, DATA, strict=True))))


def wrapped(**options):
    return seq2seq.AttentionWrapper(rnn_cell.GRUCell(2), LuongAttention(2, tf.ones([3, 4, 5])), **options)


def test_the_first_state_can_be_another():
    state = wrapped(attention_layer_size=7).zero_state(3, tf.float32)
    assert (state.attention.shape, state.alignments.shape) == ([3, 7], [3, 4])
    assert state.clone(cell_state=tf.ones([3, 2])).cell_state.numpy().tolist() == [[1, 1]] * 3
    with pytest.raises(ValueError, match="not compatible"):
        state.clone(cell_state=tf.ones([3, 5]))
    given = wrapped(initial_cell_state=tf.ones([3, 2])).zero_state(3, tf.float32)
    assert given.cell_state.numpy().tolist() == [[1, 1]] * 3
    assert given.attention.shape == [3, 5]


def test_wrong_arguments_are_refused():
    with pytest.raises(TypeError, match="must be an AttentionMechanism"):
        seq2seq.AttentionWrapper(rnn_cell.GRUCell(2), "memory")
    with pytest.raises(ValueError, match="Only one of"):
        wrapped(attention_layer_size=2, attention_layer=layers.Dense(2))
    with pytest.raises(ValueError, match="exactly one for each"):
        wrapped(attention_layer_size=[2, 3])
    with pytest.raises(ValueError, match="Incompatible or unknown inner dimensions"):
        LuongAttention(2, tf.ones([3, 4, 5]))(tf.ones([3, 6]), None)
    with pytest.raises(TypeError, match="AttentionWrapperState"):
        wrapped()(tf.ones([3, 2]), tf.ones([3, 2]))


def test_a_memory_is_zero_beyond_its_length():
    attention = LuongAttention(2, tf.ones([2, 3, 1]), [1, 2], score_mask_value=0.0)
    assert attention.values[:, :, 0].numpy().tolist() == [[1, 0, 0], [1, 1, 0]]
    alignments, _ = attention(tf.zeros([2, 2]), None)
    np.testing.assert_allclose(alignments, np.full([2, 3], 1 / 3), rtol=1e-6)


def test_an_attention_of_another_type_has_variables_of_that_type():
    memory = tf.constant(DATA[2], tf.float64)

    @compat.VariableStore().function
    def keys():
        return BahdanauAttention(6, memory, dtype=tf.float64).keys

    assert keys().dtype == tf.float64
