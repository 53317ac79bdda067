"""`compat.contrib.crf` computes what sums over all chains give, and what TF 1.15.5 gave after their ends."""

import itertools

import numpy as np
import pytest
import tensorflow as tf

import compat
from compat.contrib import crf

v1 = tf.compat.v1
LENGTHS = [4, 2, 1, 0, 3]


def draw(*shape, seed=3):
    return np.random.RandomState(seed).uniform(-1, 1, shape).astype(np.float32)


SCORES = draw(5, 4, 3) * 3
TRANSITIONS = draw(3, 3, seed=5) * 2
TAGS = np.random.RandomState(1).randint(0, 3, (5, 4))
ALLOWED = np.random.RandomState(2).uniform(size=(5, 4, 3)) > 0.4
ALLOWED[:, :, 1] = True

# Of TF 1.15.5 for these.
EXPECTED = {
    "likelihood": [-7.45642, -2.2234, -1.67742, 0.0, -4.63981],
    "norm": [5.74839, 3.11394, 1.94531, 0.0, 3.30304],
    "score": [-1.70803, 0.89054, 0.26789, 0.0, -1.33677],
    "unary": [-3.75338, -0.7839, 0.26789, 0.0, -2.84738],
    "binary": [2.04535, 1.67444, 0.0, 0.0, 1.51061],
    "multitag": [3.72662, 1.11192, 1.68189, 0.0, 2.50151],
    "best": [4.03399, 2.66634, 1.68189, 0.92047, 1.9281],
    "chains": [[1, 0, 1, 0], [2, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0], [0, 1, 2, 0]],
    "gradient": [
        [0.86324, -0.20328, -0.16012],
        [0.49368, -0.78915, 0.01947],
        [0.19759, -0.29833, -0.12309],
    ],
}
# Where there is one step in time.
EXPECTED_OF_ONE = {
    "likelihood": [-0.38583, 0.0, -1.18578, -3.24762, -3.05023],
    "norm": [1.63471, 0.0, -1.06071, 0.42687, 1.72115],
    "score": [1.24889, 0.0, -2.24649, -2.82074, -1.32908],
    "unary": [1.24889, 0.0, -2.24649, -2.82074, -1.32908],
    "binary": [0.0] * 5,
    "multitag": [1.63471, 2.45389, -1.75654, -0.18466, -1.32908],
    "best": [1.24889, 2.37776, -1.75654, -0.259, 1.05753],
    "chains": [[1], [2], [1], [2], [2]],
    "gradient": np.zeros([3, 3]),
}


def all_of(scores, tags, lengths, allowed, transitions):
    likelihood, _ = crf.crf_log_likelihood(scores, tags, lengths, transitions)
    chains, best = crf.crf_decode(scores, transitions, lengths)
    return {
        "likelihood": likelihood,
        "norm": crf.crf_log_norm(scores, lengths, transitions),
        "score": crf.crf_sequence_score(scores, tags, lengths, transitions),
        "unary": crf.crf_unary_score(tags, lengths, scores),
        "binary": crf.crf_binary_score(tags, lengths, transitions),
        "multitag": crf.crf_multitag_sequence_score(scores, allowed, lengths, transitions),
        "best": best,
        "chains": chains,
        "gradient": tf.gradients(tf.reduce_sum(likelihood), transitions)[0],
    }


def drawn(time, kind):
    tags = np.random.RandomState(1).randint(0, 3, (5, time)).astype(kind)
    allowed = np.random.RandomState(2).uniform(size=(5, time, 3)) > 0.4
    allowed[:, :, 1] = True
    return draw(5, time, 3) * 3, tags, allowed


def assert_expected(found, expected):
    assert found["chains"].dtype == np.int32
    for name, value in found.items():
        np.testing.assert_allclose(value, expected[name], rtol=1e-4, atol=1e-4, err_msg=name)


def given(values, known):
    return [tf.TensorSpec(v.shape if known else [None] * v.ndim, v.dtype) for v in values]


CASES = [
    pytest.param(4, LENGTHS, np.int32, EXPECTED, id="steps"),
    pytest.param(4, LENGTHS, np.int64, EXPECTED, id="steps-int64"),
    pytest.param(1, [1, 0, 1, 1, 1], np.int32, EXPECTED_OF_ONE, id="one-step"),
]


@pytest.mark.by_day(one_in=3)
@pytest.mark.parametrize("known", [True, False], ids=["known-shape", "unknown-shape"])
@pytest.mark.parametrize(("time", "lengths", "kind", "expected"), CASES)
def test_values_are_those_of_tf_1(time, lengths, kind, expected, known):
    scores, tags, allowed = drawn(time, kind)
    values = [scores, tags, np.array(lengths, kind), allowed]
    signature = [*given(values, known), tf.TensorSpec([3, 3], tf.float32)]
    found = tf.function(all_of, input_signature=signature)(*values, TRANSITIONS)
    assert_expected({name: value.numpy() for name, value in found.items()}, expected)


@pytest.mark.by_day(one_in=3)
@pytest.mark.parametrize(("time", "lengths", "kind", "expected"), CASES)
def test_graphs_compute_the_same(time, lengths, kind, expected):
    scores, tags, allowed = drawn(time, kind)
    with tf.Graph().as_default(), v1.Session() as session:
        inputs = [v1.placeholder(value.dtype, [None] * value.ndim) for value in (scores, tags, allowed)]
        sizes, transitions = v1.placeholder(tf.int32, [None]), v1.placeholder(tf.float32, [3, 3])
        fetches = all_of(inputs[0], inputs[1], sizes, inputs[2], transitions)
        feeds = dict(
            zip([*inputs, sizes, transitions], [scores, tags, allowed, lengths, TRANSITIONS], strict=True)
        )
        assert_expected(session.run(fetches, feeds), expected)


def score_of(chain, scores):
    return sum(scores[step, tag] for step, tag in enumerate(chain)) + sum(
        TRANSITIONS[pair] for pair in itertools.pairwise(chain)
    )


@pytest.mark.parametrize("length", [1, 2, 4])
def test_all_chains_are_looked_at(length):
    scores = SCORES[:1]
    chains = list(itertools.product(range(3), repeat=length))
    values = [score_of(chain, scores[0]) for chain in chains]
    norm = crf.crf_log_norm(scores, [length], TRANSITIONS)
    np.testing.assert_allclose(norm, [np.log(np.sum(np.exp(values)))], rtol=1e-5)
    best = chains[int(np.argmax(values))]
    found, value = crf.crf_decode(scores, TRANSITIONS, [length])
    assert found.numpy().tolist() == [[*best, *[0] * (4 - length)]]
    np.testing.assert_allclose(value, [max(values)], rtol=1e-5)
    by_numpy, value = crf.viterbi_decode(scores[0, :length], TRANSITIONS)
    assert by_numpy == list(best)
    assert (str(by_numpy), value.dtype) == (str(list(best)), np.float32)
    np.testing.assert_allclose(value, max(values), rtol=1e-5)


def test_one_allowed_tag_gives_the_score_of_its_chain():
    allowed = tf.one_hot(TAGS, 3, True, False)
    np.testing.assert_allclose(
        crf.crf_multitag_sequence_score(SCORES, allowed, LENGTHS, TRANSITIONS), EXPECTED["score"], atol=1e-4
    )


def loss_of(scores, tags):
    likelihood, transitions = crf.crf_log_likelihood(scores, tags, tf.constant(LENGTHS))
    return -tf.reduce_mean(likelihood), transitions


def test_a_step_makes_and_trains_the_transitions():
    store = compat.VariableStore()

    def train(scores, tags):
        with v1.variable_scope("tagger"):
            loss, _ = loss_of(scores, tags)
        v1.train.GradientDescentOptimizer(0.5).minimize(loss)
        return loss

    def decode(scores):
        with v1.variable_scope("tagger"):
            transitions = v1.get_variable("transitions", [3, 3])
        return crf.crf_decode(scores, transitions, tf.constant(LENGTHS))[0]

    scores = tf.TensorSpec([None, None, 3], tf.float32)
    step = store.function(train, input_signature=[scores, tf.TensorSpec([None, None], tf.int64)])
    assert {name: value.shape.as_list() for name, value in store.variables.items()} == {
        "tagger/transitions": [3, 3]
    }
    store.variables["tagger/transitions"].assign(TRANSITIONS)
    decoding = store.function(decode, input_signature=[scores])
    assert decoding(SCORES).numpy().tolist() == EXPECTED["chains"]
    losses = [float(step(SCORES, TAGS)) for _ in range(3)]
    np.testing.assert_allclose(losses[0], -np.mean(EXPECTED["likelihood"]), rtol=1e-4)
    assert losses[0] > losses[1] > losses[2]
    moved = TRANSITIONS - store.variables["tagger/transitions"].numpy()
    assert np.abs(moved).max() > 0.05


def test_a_graph_makes_the_transitions_once():
    with tf.Graph().as_default():
        scores, tags = v1.placeholder(tf.float32, [None, None, 3]), v1.placeholder(tf.int32, [None, None])
        with v1.variable_scope("tagger"):
            _, transitions = loss_of(scores, tags)
        with v1.variable_scope("tagger", reuse=True):
            _, again = loss_of(scores, tags)
        assert [variable.op.name for variable in v1.global_variables()] == ["tagger/transitions"]
        assert transitions is again is v1.global_variables()[0]
        with v1.variable_scope("tagger"), pytest.raises(ValueError, match="already exists"):
            loss_of(scores, tags)


def test_the_number_of_tags_must_be_known():
    with tf.Graph().as_default(), pytest.raises(ValueError, match="shape"):
        loss_of(v1.placeholder(tf.float32, [None, None, None]), v1.placeholder(tf.int32, [None, None]))


def test_cells_are_told_to_be_missing():
    with pytest.raises(compat.CompatError, match="use crf_log_norm instead"):
        _ = crf.CrfForwardRnnCell
