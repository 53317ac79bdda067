"""`compat.contrib.seq2seq` decodes as `tf.contrib.seq2seq` of TF 1.15.5 did, in graphs and in steps."""

import json
from pathlib import Path

import numpy as np
import pytest
import tensorflow as tf

import compat
from compat import layers, rnn_cell
from compat.contrib import seq2seq

v1 = tf.compat.v1


def draw(*shape, seed=3):
    return np.random.RandomState(seed).uniform(-1, 1, shape).astype(np.float32)


INPUTS = draw(4, 6, 3) * 2
LENGTHS = np.array([6, 2, 0, 4], np.int32)
EMBEDDING = draw(5, 3, seed=7) * 2


def decoded(helper, cell, layer, **options):
    decoder = seq2seq.BasicDecoder(cell, helper, cell.zero_state(4, tf.float32), layer)
    return seq2seq.dynamic_decode(decoder, **options)


def training(cell, layer, inputs, lengths, **options):
    return decoded(seq2seq.TrainingHelper(inputs, lengths), cell, layer, **options)


def time_major(cell, layer, inputs, lengths):
    helper = seq2seq.TrainingHelper(tf.transpose(inputs, [1, 0, 2]), lengths, time_major=True)
    return decoded(helper, cell, layer, output_time_major=True)


def greedy(cell, layer, embedding=EMBEDDING, **options):
    helper = seq2seq.GreedyEmbeddingHelper(embedding, [0, 1, 2, 3], 4)
    return decoded(helper, cell, layer, maximum_iterations=7, **options)


def custom(cell, layer, inputs, lengths):
    helper = seq2seq.CustomHelper(
        lambda: (tf.equal(lengths, 0), inputs[:, 0]),
        lambda time, outputs, state: tf.cast(outputs[:, :2] > 0, tf.float32),
        lambda time, outputs, state, sample_ids: (time + 1 >= lengths, outputs[:, :3], state),
        [2],
        tf.float32,
    )
    return decoded(helper, cell, layer, impute_finished=True)


PROGRAMS = {
    "training": training,
    "imputed": lambda *model: training(*model, impute_finished=True),
    "short": lambda *model: training(*model, maximum_iterations=3),
    "time major": time_major,
    "no layer": lambda cell, layer, *data: training(cell, None, *data, scope="mine"),
    "greedy": lambda cell, layer, *data: greedy(cell, layer),
    "greedy imputed": lambda cell, layer, *data: greedy(cell, layer, impute_finished=True),
    "greedy function": lambda cell, layer, *data: greedy(
        cell, layer, lambda ids: tf.nn.embedding_lookup(EMBEDDING * 0.5, ids)
    ),
    "custom": custom,
}

# Of TF 1.15.5 under planted weights: variables, shape of the outputs, sample ids, lengths, and the sum and
# the sum of squares of the outputs, of the last state and of gradients.
EXPECTED = json.loads(Path(__file__).with_name("recorded_seq2seq.json").read_text(encoding="utf-8"))


def run_of(name, inputs, lengths):
    outputs, state, sizes = PROGRAMS[name](
        rnn_cell.BasicLSTMCell(4), layers.Dense(5, name="proj"), inputs, lengths
    )
    gradients = tf.gradients(tf.reduce_sum(tf.square(outputs.rnn_output)), v1.trainable_variables())
    return outputs, state, sizes, gradients


def sums(values):
    values = np.concatenate([np.ravel(value) for value in values]).astype(np.float64)
    return [values.sum(), np.square(values).sum()]


def planted(names, shapes):
    random = np.random.RandomState(1)
    return {name: random.uniform(-1, 1, shapes[name]).astype(np.float32) for name in sorted(names)}


def assert_expected(name, result):
    outputs, state, sizes, gradients = result
    _, _, ids, lengths, *totals = EXPECTED[name]
    assert np.ravel(outputs.sample_id).tolist() == ids
    assert np.asarray(sizes).tolist() == lengths
    found = [sums([outputs.rnn_output]), sums(tf.nest.flatten(state)), sums(gradients)]
    np.testing.assert_allclose(found, totals, rtol=1e-4, atol=2e-3)


@pytest.mark.by_day(one_in=2)
@pytest.mark.parametrize("name", PROGRAMS)
def test_steps_decode_as_tf_1(name):
    store = compat.VariableStore()

    def step(inputs, lengths):
        outputs, state, sizes, gradients = run_of(name, inputs, lengths)
        return outputs, tf.nest.flatten(state), sizes, gradients

    signature = [tf.TensorSpec([None, None, 3], tf.float32), tf.TensorSpec([None], tf.int32)]
    decode = store.function(step, input_signature=signature)
    assert list(store.variables) == EXPECTED[name][0]
    shapes = {key: variable.shape for key, variable in store.variables.items()}
    for key, value in planted(shapes, shapes).items():
        store.variables[key].assign(value)
    assert_expected(name, decode(INPUTS, LENGTHS))


@pytest.mark.by_day(one_in=3)
@pytest.mark.parametrize("name", PROGRAMS)
def test_graphs_decode_as_tf_1(name):
    with tf.Graph().as_default(), v1.Session() as session:
        inputs, lengths = v1.placeholder(tf.float32, [None, None, 3]), v1.placeholder(tf.int32, [None])
        result = run_of(name, inputs, lengths)
        variables = {variable.op.name: variable for variable in v1.trainable_variables()}
        assert list(variables) == EXPECTED[name][0]
        assert result[0].rnn_output.shape.as_list() == EXPECTED[name][1]
        values = planted(variables, {key: variable.shape for key, variable in variables.items()})
        for key, variable in variables.items():
            variable.load(values[key], session)
        assert_expected(name, session.run(result, {inputs: INPUTS, lengths: LENGTHS}))


def test_wrong_arguments_are_refused():
    cell, state = rnn_cell.GRUCell(2), tf.zeros([1, 2])
    helper = seq2seq.TrainingHelper(tf.zeros([1, 2, 3]), [2])
    with pytest.raises(TypeError, match="helper must be a Helper"):
        seq2seq.BasicDecoder(cell, "helper", state)
    with pytest.raises(TypeError, match="output_layer must be a Layer"):
        seq2seq.BasicDecoder(cell, helper, state, lambda x: x)
    with pytest.raises(TypeError, match="Decoder"):
        seq2seq.dynamic_decode(helper)
    with pytest.raises(ValueError, match="must be a scalar"):
        seq2seq.dynamic_decode(seq2seq.BasicDecoder(cell, helper, state), maximum_iterations=[1])
    with pytest.raises(ValueError, match="to be a vector"):
        seq2seq.TrainingHelper(tf.zeros([1, 2, 3]), 2)
    with pytest.raises(ValueError, match="start_tokens must be a vector"):
        seq2seq.GreedyEmbeddingHelper(EMBEDDING, 1, 2)
    with pytest.raises(ValueError, match="end_token must be a scalar"):
        seq2seq.GreedyEmbeddingHelper(EMBEDDING, [1], [2])


def test_a_sequence_that_is_finished_stays_so():
    with tf.Graph().as_default(), v1.Session() as session:
        lengths = tf.constant([1, 3, 2])  # said at its last step alone
        helper = seq2seq.CustomHelper(
            lambda: (tf.zeros([3], tf.bool), tf.ones([3, 2])),
            lambda time, outputs, state: tf.zeros([3], tf.int32),
            lambda time, outputs, state, sample_ids: (tf.equal(time + 1, lengths), outputs, state),
        )
        cell = rnn_cell.BasicRNNCell(2)
        decoder = seq2seq.BasicDecoder(cell, helper, cell.zero_state(3, tf.float32))
        decoded = seq2seq.dynamic_decode(decoder, maximum_iterations=6)
        session.run(v1.global_variables_initializer())
        assert session.run(decoded[2]).tolist() == [1, 3, 2]


def test_a_sequence_of_one_step_is_enough():
    with tf.Graph().as_default(), v1.Session() as session:
        helper = seq2seq.TrainingHelper(tf.ones([2, 1, 3]), [1, 1])
        finished, inputs = session.run(helper.initialize())
    assert not finished.any()
    assert (inputs == 1).all()
