"""`compat.contrib.legacy_seq2seq` decodes as TF 1.15.5's did: variables, losses and gradients."""

import numpy as np
import pytest
import tensorflow as tf

import compat
from compat.contrib import legacy_seq2seq, rnn

v1 = tf.compat.v1

ENCODED = [[1, 2, 3], [2, 3, 4], [3, 4, 5]]
DECODED = [[0, 1, 2], [1, 2, 3]]


def lstm():
    return rnn.BasicLSTMCell(4)


def two_lstms():
    return rnn.MultiRNNCell([lstm() for _ in range(2)])


def gru():
    return rnn.GRUCell(4)


def embedded(cell, **options):
    return lambda *data: legacy_seq2seq.embedding_rnn_seq2seq(*data, cell(), 9, 8, 5, **options)[0]


def tied(cell, **options):
    return lambda *data: legacy_seq2seq.embedding_tied_rnn_seq2seq(*data, cell(), 9, 5, **options)[0]


def attending(cell, **options):
    return lambda *data: legacy_seq2seq.embedding_attention_seq2seq(*data, cell(), 9, 8, 5, **options)[0]


def projected(encoded, decoded):
    projection = v1.get_variable("weights", [4, 8]), v1.get_variable("biases", [8])
    model = attending(gru, output_projection=projection, feed_previous=True)
    return model(encoded, decoded)


def to_two(encoded, decoded):
    decoders, symbols = {"a": gru(), "b": gru()}, {"a": 8, "b": 8}
    inputs = {"a": decoded, "b": decoded[:1]}
    found, _ = legacy_seq2seq.one2many_rnn_seq2seq(encoded, inputs, gru(), decoders, 9, symbols, 5)
    return [*found["a"], *found["b"]]


def in_buckets(encoded, decoded):
    targets = [*decoded, decoded[0]]
    return legacy_seq2seq.model_with_buckets(
        encoded,
        targets,
        targets,
        [tf.ones([3])] * 3,
        [(2, 1), (3, 2)],
        lambda x, y: legacy_seq2seq.embedding_attention_seq2seq(x, y, gru(), 9, 9, 5),
    )[1]


def input_projected(encoded, decoded):
    cell = rnn.InputProjectionWrapper(gru(), 3, activation=tf.tanh)
    inputs = ([tf.one_hot(one, 6) for one in many] for many in (encoded, decoded))
    return legacy_seq2seq.basic_rnn_seq2seq(*inputs, cell)[0]


# The sum of squares of what is given, the sum of all gradients' absolute values, and the number of variables
# and their names' last three parts, of the last in the order in which they were made; from TF 1.15.5.
PROGRAMS = {
    "embedded": embedded(lstm),
    "fed back": embedded(two_lstms, feed_previous=True),
    "tied": tied(lstm),
    "attending": attending(lstm),
    "two heads, at once": attending(two_lstms, num_heads=2, initial_state_attention=True, feed_previous=True),
    "projected": projected,
    "to two": to_two,
    "buckets": in_buckets,
    "inputs projected": input_projected,
}
GOLDEN = {
    "embedded": ([15.979, 206.646], 8, ["rnn_decoder", "output_projection_wrapper", "bias"]),
    "fed back": ([21.814, 290.596], 12, ["rnn_decoder", "output_projection_wrapper", "bias"]),
    "tied": ([20.544, 195.014], 5, ["tied_rnn_seq2seq", "output_projection_wrapper", "bias"]),
    "attending": ([82.455, 1725.879], 16, ["attention_decoder", "AttnOutputProjection", "bias"]),
    "two heads, at once": ([55.387, 2063.176], 24, ["attention_decoder", "AttnOutputProjection", "bias"]),
    "projected": ([11.874, 265.603], 20, ["attention_decoder", "AttnOutputProjection", "bias"]),
    "to two": ([25.054, 260.46], 19, ["rnn_decoder", "output_projection_wrapper", "bias"]),
    "buckets": ([11.598, 275.676], 20, ["attention_decoder", "AttnOutputProjection", "bias"]),
    "inputs projected": ([3.647, 48.329], 12, ["gru_cell", "candidate", "bias"]),
}


def run(model):
    """What `GOLDEN` holds of a model whose variables are drawn, in the order of their names."""
    with tf.Graph().as_default(), v1.variable_scope("m", initializer=v1.zeros_initializer()):
        found = model([tf.constant(one) for one in ENCODED], [tf.constant(one) for one in DECODED])
        loss = tf.add_n([tf.reduce_sum(one * one) for one in found])
        made = v1.trainable_variables()
        in_order = sorted(made, key=lambda variable: variable.name)
        rng = np.random.RandomState(0)
        drawn = [v1.assign(one, rng.uniform(-1, 1, one.shape.as_list()).astype("f")) for one in in_order]
        gradients = [tf.convert_to_tensor(one) for one in v1.gradients(loss, in_order) if one is not None]
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            session.run(drawn)
            values = session.run([loss, tf.add_n([tf.reduce_sum(tf.abs(one)) for one in gradients])])
    return [round(float(one), 3) for one in values], len(made), made[-1].op.name.split("/")[-3:]


@pytest.mark.by_day(one_in=3)
@pytest.mark.parametrize("name", PROGRAMS)
def test_decodes_as_tf1_did(name):
    values, count, last = run(PROGRAMS[name])
    wanted = GOLDEN[name]
    np.testing.assert_allclose(values, wanted[0], rtol=1e-4)
    assert (count, last) == wanted[1:]


@pytest.mark.by_day(one_in=3)
@pytest.mark.parametrize("model", [embedded, tied, attending])
@pytest.mark.parametrize("previous", [True, False])
def test_a_tensor_says_what_is_fed_back(model, previous):
    """In a function, as a step is one; what a tensor says learns nothing of what was fed back, as in TF 1."""
    store = compat.VariableStore()

    @store.function(input_signature=[tf.TensorSpec([], tf.bool)])
    def chosen(said):
        with v1.variable_scope("m", initializer=v1.random_uniform_initializer(-1, 1, seed=1)):
            encoded, decoded = ([tf.constant(one) for one in many] for many in (ENCODED, DECODED))
            found = model(gru, feed_previous=said)(encoded, decoded)
            v1.get_variable_scope().reuse_variables()
            return found, model(gru, feed_previous=previous)(encoded, decoded)

    for one, other in zip(*chosen(tf.constant(previous)), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-6)


def test_too_few_inputs_for_the_buckets():
    with pytest.raises(ValueError, match="at least that of last bucket"):
        legacy_seq2seq.model_with_buckets([], [], [], [], [(1, 1)], None)


def test_the_first_step_attends_to_nothing_unless_it_is_asked_to():
    states = np.random.RandomState(0).randn(2, 3, 4).astype(np.float32)

    @compat.VariableStore().function
    def first():
        found = []
        for asked in ({}, {"initial_state_attention": False}, {"initial_state_attention": True}):
            with v1.variable_scope("decoder", reuse=v1.AUTO_REUSE):
                outputs, _ = legacy_seq2seq.attention_decoder(
                    [tf.ones([2, 3])], tf.ones([2, 4]), tf.constant(states), gru(), **asked
                )
            found.append(outputs[0])
        return found

    by_default, at_once, attending = (one.numpy() for one in first())
    np.testing.assert_array_equal(by_default, at_once)
    assert np.abs(by_default - attending).max() > 1e-4
