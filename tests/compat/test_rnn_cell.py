"""`compat.rnn_cell` computes in a step what it computes in a graph, under the names of TF 1.15.5."""

import numpy as np
import pytest
import tensorflow as tf

import compat
from compat import rnn_cell

from .graph_and_step import Trial, assert_equal, drawn, updated

v1 = tf.compat.v1
SEQUENCES = tf.TensorSpec([None, 5, 3], tf.float32)


def dynamic(cell, x, **options):
    return v1.nn.dynamic_rnn(cell, x, dtype=tf.float32, **options)


def static(cell, x):
    outputs, state = v1.nn.static_rnn(cell, tf.unstack(x, axis=1), dtype=tf.float32)
    return tf.stack(outputs, 1), state


def both_ways(x):
    return v1.nn.bidirectional_dynamic_rnn(
        rnn_cell.LSTMCell(4), rnn_cell.LSTMCell(4), x, dtype=tf.float32, sequence_length=[2, 5, 1, 3]
    )


class OwnCell(rnn_cell.RNNCell):
    """As programs write them: variables made in `call` by `get_variable`."""

    state_size = 4
    output_size = 4

    def call(self, inputs, state):
        w = v1.get_variable("w", [3, 4])
        with v1.variable_scope("inner"):
            u = v1.get_variable("u", [4, 4])
        output = tf.tanh(inputs @ w + state @ u)
        return output, output


def stacked(x):
    cell = rnn_cell.MultiRNNCell([rnn_cell.BasicLSTMCell(4), rnn_cell.GRUCell(3)])
    return dynamic(cell, x, initial_state=cell.zero_state(tf.shape(x)[0], tf.float32))


def wrapped(x):
    inner = rnn_cell.DropoutWrapper(rnn_cell.GRUCell(3), output_keep_prob=1.0)
    return dynamic(rnn_cell.DeviceWrapper(rnn_cell.ResidualWrapper(inner), "/cpu:0"), x)


def concatenated(x):
    cells = [
        rnn_cell.LSTMCell(4, num_proj=2, state_is_tuple=False),
        rnn_cell.BasicLSTMCell(3, state_is_tuple=False),
    ]
    return dynamic(rnn_cell.MultiRNNCell(cells, state_is_tuple=False), x)


MODELS = {
    "basic rnn": lambda x: dynamic(rnn_cell.BasicRNNCell(4, activation="relu"), x),
    "gru": lambda x: dynamic(rnn_cell.GRUCell(4), x, sequence_length=[2, 5, 1, 3]),
    "basic lstm": lambda x: dynamic(rnn_cell.BasicLSTMCell(4, forget_bias=0.5), x),
    "lstm": lambda x: dynamic(rnn_cell.LSTMCell(4), x),
    "full lstm": lambda x: dynamic(
        rnn_cell.LSTMCell(4, use_peepholes=True, cell_clip=0.5, num_proj=2, proj_clip=0.3), x
    ),
    "static": lambda x: static(rnn_cell.LSTMCell(4), x),
    "static gru": lambda x: static(rnn_cell.GRUCell(4), x),
    "bidirectional": both_ways,
    "own": lambda x: dynamic(OwnCell(), x),
    "own static": lambda x: static(OwnCell(), x),
    "stacked": stacked,
    "wrapped": wrapped,
    "concatenated": concatenated,
}


def train_of(model):
    def train(x):
        outputs, state = model(x)
        parts = tf.nest.flatten(outputs) + tf.nest.flatten(state)
        loss = tf.add_n([tf.reduce_mean(tf.square(part - 0.3)) for part in parts])
        return updated(loss, v1.train.AdamOptimizer(0.05))

    return train


def planted(variables):
    """The optimizer's own variables keep what they begin with."""
    weights = {name: one for name, one in variables.items() if "Adam" not in name and "power" not in name}
    return drawn(weights, -0.5, 0.5)


TRIAL = Trial([5, 3], planted)


@pytest.mark.by_day(one_in=5)
@pytest.mark.parametrize("name", MODELS)
def test_a_step_equals_the_graph_to_the_bit(name):
    train = train_of(MODELS[name])
    assert_equal(TRIAL.in_step(train), TRIAL.in_graph(train))


# As TF 1.15.5 prints them for the same models with `tf.nn.rnn_cell`.
NAMES = {
    "basic lstm": ["rnn/basic_lstm_cell/kernel", "rnn/basic_lstm_cell/bias"],
    "basic rnn": ["rnn/basic_rnn_cell/kernel", "rnn/basic_rnn_cell/bias"],
    "bidirectional": [
        "bidirectional_rnn/fw/lstm_cell/kernel",
        "bidirectional_rnn/fw/lstm_cell/bias",
        "bidirectional_rnn/bw/lstm_cell/kernel",
        "bidirectional_rnn/bw/lstm_cell/bias",
    ],
    "concatenated": [
        "rnn/multi_rnn_cell/cell_0/lstm_cell/kernel",
        "rnn/multi_rnn_cell/cell_0/lstm_cell/bias",
        "rnn/multi_rnn_cell/cell_0/lstm_cell/projection/kernel",
        "rnn/multi_rnn_cell/cell_1/basic_lstm_cell/kernel",
        "rnn/multi_rnn_cell/cell_1/basic_lstm_cell/bias",
    ],
    "full lstm": [
        "rnn/lstm_cell/kernel",
        "rnn/lstm_cell/bias",
        "rnn/lstm_cell/w_f_diag",
        "rnn/lstm_cell/w_i_diag",
        "rnn/lstm_cell/w_o_diag",
        "rnn/lstm_cell/projection/kernel",
    ],
    "gru": [
        "rnn/gru_cell/gates/kernel",
        "rnn/gru_cell/gates/bias",
        "rnn/gru_cell/candidate/kernel",
        "rnn/gru_cell/candidate/bias",
    ],
    "lstm": ["rnn/lstm_cell/kernel", "rnn/lstm_cell/bias"],
    "own": ["rnn/own_cell/w", "rnn/own_cell/inner/u"],
    "own static": ["rnn/own_cell/w", "rnn/own_cell/inner/u"],
    "stacked": [
        "rnn/multi_rnn_cell/cell_0/basic_lstm_cell/kernel",
        "rnn/multi_rnn_cell/cell_0/basic_lstm_cell/bias",
        "rnn/multi_rnn_cell/cell_1/gru_cell/gates/kernel",
        "rnn/multi_rnn_cell/cell_1/gru_cell/gates/bias",
        "rnn/multi_rnn_cell/cell_1/gru_cell/candidate/kernel",
        "rnn/multi_rnn_cell/cell_1/gru_cell/candidate/bias",
    ],
    "static": ["rnn/lstm_cell/kernel", "rnn/lstm_cell/bias"],
    "static gru": [
        "rnn/gru_cell/gates/kernel",
        "rnn/gru_cell/gates/bias",
        "rnn/gru_cell/candidate/kernel",
        "rnn/gru_cell/candidate/bias",
    ],
    "wrapped": [
        "rnn/gru_cell/gates/kernel",
        "rnn/gru_cell/gates/bias",
        "rnn/gru_cell/candidate/kernel",
        "rnn/gru_cell/candidate/bias",
    ],
}


@pytest.mark.parametrize("name", MODELS)
def test_names_are_those_of_tf_1(name):
    with tf.Graph().as_default():
        MODELS[name](v1.placeholder(tf.float32, [4, 5, 3]))
        assert [variable.op.name for variable in v1.global_variables()] == NAMES[name]
    store = compat.VariableStore()
    step = store.function(MODELS[name])
    step(tf.ones([4, 5, 3]))
    step(tf.zeros([4, 5, 3]))
    assert list(store.variables) == NAMES[name]


# Sums of the outputs of TF 1.15.5 with the same planted weights.
SUMS = {
    "basic lstm": [-10.60281, -6.36226, -2.81561],
    "basic rnn": [12.30821, 3.83299],
    "bidirectional": [-0.04862, -6.4301, 0.68737, 0.24453, -5.29598, -2.51043],
    "concatenated": [8.86161, -0.09952],
    "full lstm": [0.11397, -5.46376, -0.00948],
    "gru": [-2.86269, -0.43417],
    "lstm": [-11.81721, -7.71341, -3.29037],
    "own": [1.93374, 0.40849],
    "own static": [1.93374, 0.40849],
    "stacked": [-6.4935, -7.71341, -3.29037, -1.44016],
    "static": [-11.81721, -7.71341, -3.29037],
    "static gru": [-5.20867, -0.4619],
    "wrapped": [-8.17163, 0.0234],
}


@pytest.mark.parametrize("name", MODELS)
def test_outputs_are_those_of_tf_1(name):
    store = compat.VariableStore()
    step = store.function(MODELS[name], input_signature=[SEQUENCES])
    TRIAL.plant(store)
    parts = tf.nest.flatten(step(TRIAL.batches[0]))
    np.testing.assert_allclose(
        [float(tf.reduce_sum(part)) for part in parts], SUMS[name], rtol=1e-4, atol=1e-5
    )


def test_one_cell_in_two_steps_has_the_same_variables():
    store = compat.VariableStore()
    cell = rnn_cell.GRUCell(4)
    one = store.function(lambda x: dynamic(cell, x)[1], input_signature=[SEQUENCES])
    two = store.function(lambda x: dynamic(cell, x)[1], input_signature=[SEQUENCES])
    np.testing.assert_array_equal(one(TRIAL.batches[0]), two(TRIAL.batches[0]))
    assert len(store.variables) == 4


def test_dropout_drops_by_a_probability_that_is_fed():
    store = compat.VariableStore()

    @store.function(input_signature=[SEQUENCES, tf.TensorSpec([], tf.float32)])
    def step(x, keep):
        cell = rnn_cell.DropoutWrapper(rnn_cell.LSTMCell(50), keep, keep, keep, seed=1)
        return dynamic(cell, x)[0]

    kept, dropped = step(TRIAL.batches[0], 1.0).numpy(), step(TRIAL.batches[0], 0.5).numpy()
    assert np.count_nonzero(kept) == kept.size
    assert 0.4 < np.count_nonzero(dropped) / dropped.size < 0.6


def test_variational_dropout_has_one_mask_for_all_steps_in_time():
    store = compat.VariableStore()

    @store.function(input_signature=[SEQUENCES])
    def step(x):
        cell = rnn_cell.DropoutWrapper(
            rnn_cell.GRUCell(20), output_keep_prob=0.5, variational_recurrent=True, dtype=tf.float32
        )
        return dynamic(cell, x)[0]

    zeros = step(TRIAL.batches[0]).numpy() == 0
    assert 0 < zeros[0, 0].sum() < 20
    assert (zeros == zeros[0, 0]).all()


def test_dropout_spares_the_memory_of_an_lstm():
    cell = rnn_cell.DropoutWrapper(rnn_cell.BasicLSTMCell(40), state_keep_prob=0.5)
    with tf.Graph().as_default(), v1.Session() as session:
        _, state = cell(tf.ones([1, 3]), cell.zero_state(1, tf.float32))
        session.run(v1.global_variables_initializer())
        c, h = session.run(state)
    assert np.count_nonzero(c) == 40
    assert 0 < np.count_nonzero(h) < 40


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: rnn_cell.MultiRNNCell([]), "at least one cell"),
        (lambda: rnn_cell.DropoutWrapper(rnn_cell.GRUCell(2), 1.5), "between 0 and 1"),
        (lambda: rnn_cell.LSTMCell(2, dtype=tf.int32), "floating point"),
    ],
)
def test_misuse_says_so(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_what_is_no_cell_cannot_be_wrapped():
    with pytest.raises(TypeError, match="not an RNNCell"):
        rnn_cell.ResidualWrapper(object())


def test_towers_share_the_cells_variables():
    strategy = tf.distribute.MirroredStrategy(["/cpu:0", "/cpu:1"])
    store = compat.VariableStore(strategy)

    @store.function(input_signature=[SEQUENCES])
    def step(x):
        parts = tf.split(x, 2)

        def tower():
            return dynamic(rnn_cell.LSTMCell(4), parts[compat.replica_index()])[1].h

        return tf.concat(strategy.experimental_local_results(strategy.run(tower)), 0)

    single = compat.VariableStore()
    whole = single.function(lambda x: dynamic(rnn_cell.LSTMCell(4), x)[1].h, input_signature=[SEQUENCES])
    for name, value in planted(single.variables).items():
        store.variables[name].assign(value)
        single.variables[name].assign(value)
    assert list(store.variables) == ["rnn/lstm_cell/kernel", "rnn/lstm_cell/bias"]
    np.testing.assert_allclose(step(TRIAL.batches[0]), whole(TRIAL.batches[0]), rtol=1e-6)


def _base(name):
    return {"name": name, "trainable": True, "dtype": None}


# As TensorFlow 1.15.5 gives them.
CONFIGURATIONS = {
    "basic": (
        lambda: rnn_cell.BasicRNNCell(3, name="c"),
        {**_base("c"), "num_units": 3, "activation": "tanh", "reuse": None},
    ),
    "gru": (
        lambda: rnn_cell.GRUCell(3, activation=tf.nn.relu, bias_initializer=v1.zeros_initializer(), name="c"),
        {
            **_base("c"),
            "num_units": 3,
            "kernel_initializer": None,
            "bias_initializer": {"class_name": "Zeros", "config": {"dtype": "float32"}},
            "activation": "relu",
            "reuse": None,
        },
    ),
    "lstm": (
        lambda: rnn_cell.LSTMCell(3, use_peepholes=True, num_proj=2, name="c"),
        {
            **_base("c"),
            "num_units": 3,
            "use_peepholes": True,
            "cell_clip": None,
            "initializer": None,
            "num_proj": 2,
            "proj_clip": None,
            "num_unit_shards": None,
            "num_proj_shards": None,
            "forget_bias": 1.0,
            "state_is_tuple": True,
            "activation": "tanh",
            "reuse": None,
        },
    ),
    "device": (
        lambda: rnn_cell.DeviceWrapper(rnn_cell.BasicRNNCell(3, name="c"), "/cpu:0", name="w"),
        {**_base("w"), "device": "/cpu:0"},
    ),
    "residual": (lambda: rnn_cell.ResidualWrapper(rnn_cell.BasicRNNCell(3, name="c"), name="w"), _base("w")),
    "dropout": (
        lambda: rnn_cell.DropoutWrapper(rnn_cell.BasicRNNCell(3, name="c"), 0.5, seed=3, name="w"),
        {
            **_base("w"),
            "input_keep_prob": 0.5,
            "output_keep_prob": 1.0,
            "state_keep_prob": 1.0,
            "variational_recurrent": False,
            "input_size": None,
            "seed": 3,
        },
    ),
}


@pytest.mark.parametrize(("make", "expected"), CONFIGURATIONS.values(), ids=CONFIGURATIONS)
def test_a_cell_is_made_anew_of_its_configuration(make, expected):
    cell = make()
    config = cell.get_config()
    if hasattr(cell, "wrapped_cell"):
        expected = {**expected, "cell": {"class_name": "BasicRNNCell", "config": CONFIGURATIONS["basic"][1]}}
        with pytest.raises(ValueError, match="cannot reconstruct the wrapped cell"):
            type(cell).from_config(config)
    assert config == expected
    given = {**config, "cell": cell.wrapped_cell} if hasattr(cell, "wrapped_cell") else config
    again = type(cell).from_config(given)
    assert again.get_config() == config
    with v1.Graph().as_default():
        again(tf.ones([2, 3]), again.zero_state(2, tf.float32))


def test_an_initial_state_is_zeros_for_the_batch():
    cell = compat.rnn_cell.GRUCell(3)

    @tf.function(input_signature=[tf.TensorSpec([None, 2])])
    def of_any_batch(x):
        return cell.get_initial_state(x)

    states = [cell.get_initial_state(tf.ones([5, 2])), of_any_batch(tf.ones([5, 2]))]
    states.append(cell.get_initial_state(batch_size=5, dtype=tf.float32))
    assert [state.numpy().tolist() for state in states] == [[[0.0] * 3] * 5] * 3
    with pytest.raises(ValueError, match="batch_size=5, dtype=None"):
        cell.get_initial_state(batch_size=5)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "cannot be None"),
        ({"inputs": np.ones([3, 2], np.float32), "batch_size": 2}, "batch size from input tensor"),
        ({"inputs": np.ones([3, 2], np.float32), "dtype": tf.float64}, "dtype from input tensor"),
        ({"inputs": np.ones([3, 2], np.float32), "batch_size": 3, "dtype": tf.float32}, None),
        ({"batch_size": 3, "dtype": tf.float32}, None),
    ],
)
def test_a_first_state_is_that_of_the_inputs(given, message):
    cell = compat.rnn_cell.BasicRNNCell(4)
    if message is None:
        state = cell.get_initial_state(**given)
        assert (state.shape.as_list(), state.dtype) == ([3, 4], tf.float32)
    else:
        with pytest.raises(ValueError, match=message):
            cell.get_initial_state(**given)


def test_a_part_of_the_state_that_a_visitor_refuses_keeps_all_in_it():
    cell = rnn_cell.LSTMCell(3)
    wrapped = rnn_cell.DropoutWrapper(
        cell, state_keep_prob=1e-6, dropout_state_filter_visitor=lambda part: not isinstance(part, tuple)
    )
    with tf.Graph().as_default(), v1.Session() as session:
        inputs, state = tf.ones([2, 3]), cell.zero_state(2, tf.float32)
        (_, plain), (_, kept) = cell(inputs, state), wrapped(inputs, state)
        session.run(v1.global_variables_initializer())
        plain, kept = session.run([plain, kept])
    np.testing.assert_array_equal(kept, plain)
    assert np.all(np.asarray(plain) != 0)
