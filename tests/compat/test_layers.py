"""`compat.layers` computes in a step what it computes in a graph, under the names of TF 1.15.5."""

import copy

import numpy as np
import pytest
import tensorflow as tf
import tf_keras

import compat
from compat import layers

from .graph_and_step import Trial, assert_equal, updated

v1 = tf.compat.v1
KEYS = v1.GraphKeys
IMAGES = tf.TensorSpec([None, 6, 6, 3], tf.float32)


def planted(variables):
    """The value of each variable by name: drawn, but for the averages of batch normalisation."""
    random = np.random.RandomState(1)
    values = {}
    for name in sorted(variables):
        shape = variables[name].shape.as_list()
        drawn = random.uniform(-0.5, 0.5, shape).astype(np.float32)
        values[name] = drawn if "moving" not in name and "global" not in name else np.ones(shape, np.float32)
    return values


TRIAL = Trial([6, 6, 3], planted)


def training_of(model):
    def train(x):
        loss = tf.reduce_mean(tf.square(model(x) - 0.3)) + v1.losses.get_regularization_loss()
        return updated(loss, v1.train.MomentumOptimizer(0.1, 0.9))

    return train


def square_sum(weights):
    return 0.01 * tf.reduce_sum(tf.square(weights))


MODELS = {
    "dense": lambda x: layers.dense(layers.dense(x, 5, tf.nn.relu, kernel_regularizer=square_sum), 4),
    "dense on a matrix": lambda x: layers.dense(layers.flatten(x), 4, activation="tanh", use_bias=False),
    "activity": lambda x: layers.dense(x, 5, activity_regularizer=square_sum),
    "conv1d": lambda x: layers.conv1d(x[:, 0], 4, 3, padding="causal", dilation_rate=2),
    "conv2d": lambda x: layers.conv2d(x, 4, 3, strides=2, padding="same", activation=tf.nn.elu),
    "conv3d": lambda x: layers.conv3d(x[..., None], 2, (2, 2, 1)),
    "conv2d_transpose": lambda x: layers.conv2d_transpose(x, 4, 3, strides=2),
    "conv3d_transpose": lambda x: layers.conv3d_transpose(x[..., None], 2, 2, strides=2, padding="same"),
    "separable_conv1d": lambda x: layers.separable_conv1d(x[:, 0], 4, 3, strides=2),
    "separable_conv2d": lambda x: layers.separable_conv2d(x, 4, 3, depth_multiplier=2, padding="same"),
    "max_pooling": lambda x: layers.dense(layers.max_pooling2d(x, 3, 2), 3),
    "average_pooling": lambda x: layers.dense(layers.average_pooling2d(x, 2, 2, padding="same"), 3),
    "strides above the window": lambda x: layers.dense(layers.max_pooling2d(x, 1, 2), 3),
    "pooling1d": lambda x: layers.dense(
        layers.max_pooling1d(x[0], 2, 2) + layers.average_pooling1d(x[0], 2, 2), 3
    ),
    "pooling3d": lambda x: layers.dense(layers.average_pooling3d(x[..., None], 2, 2), 3),
    "fused batch norm": lambda x: layers.batch_normalization(layers.dense(x, 4), training=True),
    "batch norm": lambda x: layers.batch_normalization(layers.dense(x[:, 0], 4), training=True),
    "batch norm of the second axis": lambda x: layers.batch_normalization(
        layers.dense(x[:, 0], 4), axis=1, training=True
    ),
    "batch norm by a tensor": lambda x: layers.batch_normalization(
        layers.dense(x, 4), training=tf.reduce_sum(x) > 0
    ),
    "unfused by a tensor": lambda x: layers.batch_normalization(
        layers.dense(x[:, 0], 4), training=tf.reduce_sum(x) > 0
    ),
    "batch renorm": lambda x: layers.batch_normalization(
        layers.dense(x, 4),
        renorm=True,
        renorm_clipping={"rmax": 3.0, "rmin": 0.3, "dmax": 5.0},
        training=True,
    ),
    "batch norm without scale": lambda x: layers.batch_normalization(
        layers.dense(x, 4), scale=False, center=False, training=True
    ),
    "evaluation": lambda x: layers.batch_normalization(layers.dropout(layers.dense(x, 4)), training=False),
}


@pytest.mark.by_day(one_in=3)
@pytest.mark.parametrize("name", MODELS)
def test_a_step_equals_the_graph_to_the_bit(name):
    train = training_of(MODELS[name])
    assert_equal(TRIAL.in_step(train), TRIAL.in_graph(train))


@pytest.mark.parametrize("name", ["fused batch norm", "batch norm", "batch renorm"])
def test_the_moving_averages_move(name):
    _, variables = TRIAL.in_step(training_of(MODELS[name]))
    moved = [name for name in variables if "moving" in name and "Momentum" not in name]
    assert len(moved) >= 2
    for name in moved:
        assert not np.array_equal(variables[name], np.ones_like(variables[name]))


@pytest.mark.parametrize(("axis", "data_format"), [(1, b"NCHW"), (3, b"NHWC"), (2, None)])
def test_the_axis_of_channels_decides_whether_one_operation_normalises(axis, data_format):
    with tf.Graph().as_default() as graph:
        layers.batch_normalization(v1.placeholder(tf.float32, [2, 3, 4, 5]), axis=axis, training=True)
    formats = [
        one.get_attr("data_format") for one in graph.get_operations() if one.type == "FusedBatchNormV3"
    ]
    assert formats == ([] if data_format is None else [data_format])


def names_model(x):
    layers.conv2d(layers.Conv2D(4, 3)(x), 4, 3)
    layers.batch_normalization(x, training=True)
    y = layers.flatten(x)
    layers.dense(y, 108, name="fc")
    layers.dense(y, 108, name="fc", reuse=True)
    with v1.variable_scope("a"):
        layers.dense(layers.dense(y, 108), 108)
    with v1.variable_scope("a", reuse=True):
        layers.dense(layers.dense(y, 108), 108)
    with v1.variable_scope("b", reuse=v1.AUTO_REUSE):
        layers.dense(y, 108, name="z")
        layers.dense(y, 108, name="z")
    layers.separable_conv2d(x, 4, 3)
    layers.separable_conv1d(x[:, 0], 4, 3)
    layers.conv1d(x[:, 0], 2, 3)
    layers.conv2d_transpose(x, 4, 3, strides=2)
    layers.conv3d(x[..., None], 2, 3)
    layers.conv3d_transpose(x[..., None], 2, 3)
    layers.batch_normalization(x, renorm=True, training=True)
    return layers.Dense(3)(y)


# As TF 1.15.5 prints them for the same model with `tf.layers`.
NAMES = [
    "conv2d/kernel",
    "conv2d/bias",
    "conv2d_1/kernel",
    "conv2d_1/bias",
    "batch_normalization/gamma",
    "batch_normalization/beta",
    "batch_normalization/moving_mean",
    "batch_normalization/moving_variance",
    "fc/kernel",
    "fc/bias",
    "a/dense/kernel",
    "a/dense/bias",
    "a/dense_1/kernel",
    "a/dense_1/bias",
    "b/z/kernel",
    "b/z/bias",
    "separable_conv2d/depthwise_kernel",
    "separable_conv2d/pointwise_kernel",
    "separable_conv2d/bias",
    "separable_conv1d/depthwise_kernel",
    "separable_conv1d/pointwise_kernel",
    "separable_conv1d/bias",
    "conv1d/kernel",
    "conv1d/bias",
    "conv2d_transpose/kernel",
    "conv2d_transpose/bias",
    "conv3d/kernel",
    "conv3d/bias",
    "conv3d_transpose/kernel",
    "conv3d_transpose/bias",
    "batch_normalization_1/gamma",
    "batch_normalization_1/beta",
    "batch_normalization_1/moving_mean",
    "batch_normalization_1/moving_variance",
    "batch_normalization_1/moving_stddev",
    "batch_normalization_1/renorm_mean",
    "batch_normalization_1/renorm_stddev",
    "dense/kernel",
    "dense/bias",
]


def test_names_are_those_of_tf_1():
    with tf.Graph().as_default():
        names_model(v1.placeholder(tf.float32, [None, 6, 6, 3]))
        assert [variable.op.name for variable in v1.global_variables()] == NAMES


def test_names_in_a_step_are_those_of_tf_1_in_every_trace():
    store = compat.VariableStore()
    step = store.function(names_model)
    step(tf.ones([1, 6, 6, 3]))
    step(tf.ones([2, 6, 6, 3]))
    assert list(store.variables) == NAMES
    other = store.function(names_model, input_signature=[IMAGES])
    other(tf.ones([3, 6, 6, 3]))
    assert list(store.variables) == NAMES


def small(x, training, reuse):
    with v1.variable_scope("net", reuse=reuse):
        y = layers.batch_normalization(layers.dense(x, 4, name="fc", kernel_regularizer=square_sum))
        return layers.dropout(layers.dense(y, 2), training=training)


@pytest.mark.parametrize("reuse", [True, v1.AUTO_REUSE, False])
def test_an_evaluation_step_finds_the_variables_of_the_training_step(reuse):
    store = compat.VariableStore()
    train = store.function(lambda x: small(x, True, False), input_signature=[IMAGES])
    evaluate = store.function(lambda x: small(x, False, reuse), input_signature=[IMAGES])
    names = list(store.variables)
    assert names[:2] == ["net/fc/kernel", "net/fc/bias"]
    train(TRIAL.batches[0])
    before = evaluate(TRIAL.batches[0]).numpy()
    store.variables["net/dense/bias"].assign([1.0, 2.0])
    np.testing.assert_allclose(
        evaluate(TRIAL.batches[0]).numpy() - before, np.broadcast_to([1, 2], before.shape), 1e-5
    )
    assert list(store.variables) == names


def test_a_name_that_no_step_made_cannot_be_reused():
    with pytest.raises(ValueError, match="fc/kernel does not exist"):
        compat.VariableStore().function(lambda x: small(x, True, True), input_signature=[IMAGES])


def test_two_layers_of_one_name_need_reuse():
    with tf.Graph().as_default():
        layers.dense(tf.ones([1, 2]), 3, name="fc")
        with pytest.raises(ValueError, match="fc/kernel already exists"):
            layers.dense(tf.ones([1, 2]), 3, name="fc")


@pytest.mark.parametrize("place", ["graph", "step"])
def test_what_is_shared_is_regularised_once(place):
    def losses(x):
        layers.dense(x, 3, name="fc", kernel_regularizer=square_sum)
        layers.dense(x, 3, name="fc", kernel_regularizer=square_sum, reuse=True)
        return len(v1.get_collection(KEYS.REGULARIZATION_LOSSES))

    counts = []
    if place == "graph":
        with tf.Graph().as_default():
            counts.append(losses(tf.ones([1, 2])))
    else:
        step = compat.VariableStore().function(lambda x: counts.append(losses(x)))
        step(tf.ones([1, 2]))
        step(tf.ones([2, 2]))
    assert set(counts) == {1}


def test_losses_of_inputs_are_told_from_those_of_variables():
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32, [None, 3])
        layer = layers.Dense(2, kernel_regularizer=square_sum, activity_regularizer=square_sum)
        assert layer.activity_regularizer is square_sum
        layer(x)
        own, of_inputs = tf.constant(1.0), tf.reduce_sum(x)
        layer.add_loss(own)
        layer.add_loss(of_inputs, inputs=x)
        weights, activity = layer.losses[:2]
        assert [loss.name for loss in layer.get_losses_for(None)] == [weights.name, own.name]
        assert [loss.name for loss in layer.get_losses_for(x)] == [activity.name, of_inputs.name]


def test_a_layer_kept_outside_has_the_same_variables_in_every_step():
    store = compat.VariableStore()
    first, second = layers.Dense(3), layers.Dense(3)
    seen = []

    @store.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
    def both(x):
        y = layers.dense(second(first(x)), 3)
        seen.append([variable.name for variable in v1.trainable_variables()])
        return y

    @store.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
    def one(x):
        return second(x)

    names = [f"dense{number}/{kind}" for number in ("", "_1", "_2") for kind in ("kernel", "bias")]
    assert list(store.variables) == names
    assert seen == [[f"{name}:0" for name in names]]
    assert second.scope_name == "dense_1"
    store.variables["dense_1/kernel"].assign(np.eye(3))
    np.testing.assert_array_equal(one([[1, 2, 3]]), [[1, 2, 3]])


class Scaled(layers.Layer):
    """As programs write them: variables made in `build`."""

    def build(self, input_shape):
        self.scale = self.add_variable("scale", shape=[input_shape[-1]], initializer=v1.ones_initializer())
        super().build(input_shape)

    def call(self, inputs, factor=1.0):
        return inputs * self.scale * factor


def test_own_layers_work():
    store = compat.VariableStore()
    step = store.function(lambda x: Scaled(name="own")(x, factor=2.0))
    np.testing.assert_array_equal(step(tf.ones([1, 3])), [[2, 2, 2]])
    assert list(store.variables) == ["own/scale"]
    layer = Scaled()
    with tf.Graph().as_default():
        layer.apply(tf.ones([1, 3]))
        assert [v.op.name for v in layer.trainable_variables] == ["scaled/scale"]
        assert layer.built
        assert layer.count_params() == 3


def test_dropout_drops_while_training_alone():
    @tf.function(autograph=False)
    def drop(x, training):
        return layers.dropout(x, 0.5, training=training), layers.dropout(x, 0.5)

    x = tf.ones([100])
    dropped, kept = drop(x, tf.constant(True))
    assert set(dropped.numpy()) == {0.0, 2.0}
    assert set(kept.numpy()) == {1.0}
    assert set(drop(x, tf.constant(False))[0].numpy()) == {1.0}


@pytest.mark.parametrize("towers", [1, 2])
def test_towers_share_the_variables_and_train_as_the_graph(towers):
    def model(x):
        y = layers.conv2d(x, 4, 3, activation=tf.nn.relu, kernel_regularizer=square_sum)
        return layers.dense(layers.flatten(layers.max_pooling2d(y, 2, 2)), 2)

    def tower_loss(x):
        return tf.reduce_mean(tf.square(model(x) - 0.3))

    def graph(x):
        optimizer = v1.train.MomentumOptimizer(0.1, 0.9)
        towers_pairs, losses = [], []
        for index, part in enumerate(tf.split(x, towers)):
            with v1.variable_scope(v1.get_variable_scope(), reuse=index > 0), tf.name_scope(f"tower_{index}"):
                losses.append(tower_loss(part))
                towers_pairs.append(optimizer.compute_gradients(losses[-1]))
        mean = [
            (tf.reduce_mean(tf.stack([gradient for gradient, _ in pairs]), 0), pairs[0][1])
            for pairs in zip(*towers_pairs, strict=True)
        ]
        with tf.control_dependencies([optimizer.apply_gradients(mean)]):
            return [tf.identity(losses[-1])]

    strategy = tf.distribute.MirroredStrategy(
        [f"/cpu:{index}" for index in range(towers)], cross_device_ops=compat.OrderedReduction()
    )
    store = compat.VariableStore(strategy)
    with store.scope():
        optimizer = v1.train.MomentumOptimizer(0.1, 0.9)

    def step(x):
        parts = tf.split(x, towers)

        def tower():
            loss = tower_loss(parts[compat.replica_index()])
            pairs = compat.average_gradients(optimizer.compute_gradients(loss))
            compat.apply_gradients(optimizer, pairs)
            return loss

        return strategy.experimental_local_results(strategy.run(tower))[-1:]

    assert_equal(TRIAL.in_step(step, store), TRIAL.in_graph(graph))


def test_batch_norm_in_towers_keeps_averages_for_each_replica():
    strategy = tf.distribute.MirroredStrategy(["/cpu:0", "/cpu:1"])
    store = compat.VariableStore(strategy)

    @store.function(input_signature=[tf.TensorSpec([2, 4, 3], tf.float32)])
    def step(x):
        def tower():
            y = layers.batch_normalization(x[compat.replica_index()], momentum=0.5, training=True)
            assert len(v1.get_collection(KEYS.UPDATE_OPS)) == 2 * (compat.replica_index() + 1)
            return y

        return strategy.experimental_local_results(strategy.run(tower))

    step(np.stack([np.full([4, 3], 2.0), np.full([4, 3], 4.0)]))
    mean = store.variables["batch_normalization/moving_mean"]
    assert [list(part.numpy()) for part in strategy.experimental_local_results(mean)] == [[1] * 3, [2] * 3]
    assert len(store.variables) == 4


def normalised(x):
    return (x - x.mean(0)) / np.sqrt(x.var(0) + 1e-3)


@pytest.mark.parametrize("shape", [[4, 3], [4, 2, 2, 3]])
def test_virtual_batches_are_normalised_apart_and_averaged_together(shape):
    store = compat.VariableStore()
    x = np.random.RandomState(0).randn(*shape).astype(np.float32)

    @store.pruned(input_signature=[tf.TensorSpec([None, *shape[1:]])])
    def step(x):
        y = layers.batch_normalization(x, virtual_batch_size=2, momentum=0.0, training=True)
        return y, v1.get_collection(v1.GraphKeys.UPDATE_OPS)

    y, _ = step(x)
    for first in (0, 1):  # of four rows, each other one is of the same batch
        part = x[first::2].reshape(-1, 3) if len(shape) > 2 else x[first::2]
        assert y[first::2].reshape(part.shape) == pytest.approx(normalised(part), abs=1e-5)
    mean = store.variables["batch_normalization/moving_mean"]
    assert mean.shape == [1] * len(shape) + [3]
    assert mean.numpy().flatten() == pytest.approx(x.reshape(-1, 3).mean(0), abs=1e-6)
    with pytest.raises(ValueError, match="adjustment cannot be specified"):
        layers.batch_normalization(x, virtual_batch_size=2, adjustment=lambda shape: (1, 0))
    with pytest.raises(ValueError, match="axis cannot include 0"):
        layers.batch_normalization(x, virtual_batch_size=2, axis=0)


def test_an_adjustment_is_made_while_training():
    x = np.random.RandomState(0).randn(4, 3).astype(np.float32)

    def doubled(shape):
        return tf.fill([1, 3], 2.0), tf.ones([1, 3])

    def adjusted(training, **options):
        @compat.VariableStore().function(input_signature=[tf.TensorSpec([None, 3])])
        def step(x):
            return layers.batch_normalization(x, training=training, adjustment=doubled, **options)

        return step(x).numpy()

    for options in ({}, {"scale": False, "center": False}):
        assert adjusted(True, **options) == pytest.approx(normalised(x) * 2 + 1, abs=1e-5)
        assert adjusted(False, **options) == pytest.approx(x / np.sqrt(1 + 1e-3), abs=1e-5)


TOWERS = """
import emulate
emulate.gpus(2)
import copy

import numpy as np
import tensorflow as tf
import tf_keras
import compat
from compat import layers, rnn_cell
from compat.contrib import slim

v1 = tf.compat.v1
tf.random.set_seed(1)
strategy = tf.distribute.MirroredStrategy(["/gpu:0", "/gpu:1"])
store = compat.VariableStore(strategy)
with store.scope():
    optimizer = v1.train.MomentumOptimizer(0.01, 0.9)

def loss_of(x):
    y = layers.batch_normalization(layers.conv2d(x, 4, 3), training=True)
    z, _ = v1.nn.dynamic_rnn(rnn_cell.BasicLSTMCell(4), layers.flatten(y)[:, None], dtype=tf.float32)
    z = slim.fully_connected(slim.batch_norm(z[:, 0]), 2)
    return tf.reduce_mean(tf.square(z - 0.3))

@store.function(input_signature=[tf.TensorSpec([4, 6, 6, 3], tf.float32)])
def step(x):
    parts = tf.split(x, 2)
    def tower():
        loss = loss_of(parts[compat.replica_index()])
        with tf.control_dependencies(v1.get_collection(v1.GraphKeys.UPDATE_OPS)):
            pairs = compat.average_gradients(optimizer.compute_gradients(loss))
            compat.apply_gradients(optimizer, pairs)
        return loss
    return strategy.experimental_local_results(strategy.run(tower))

x = np.random.RandomState(0).rand(4, 6, 6, 3).astype("float32")
losses = [float(sum(step(x))) for _ in range(10)]
assert losses[-1] < losses[0], losses
kernel = store.variables["conv2d/kernel"]
parts = strategy.experimental_local_results(kernel)
assert [part.device[-5:] for part in parts] == ["GPU:0", "GPU:1"], parts
assert np.array_equal(parts[0], parts[1])
print(*[name for name in store.variables if "Momentum" not in name])
"""


def test_towers_on_emulated_gpus_share_the_variables(ran):
    assert ran(TOWERS).splitlines()[-1].split() == [
        "conv2d/kernel",
        "conv2d/bias",
        *(f"batch_normalization/{part}" for part in ("gamma", "beta", "moving_mean", "moving_variance")),
        "rnn/basic_lstm_cell/kernel",
        "rnn/basic_lstm_cell/bias",
        *(f"BatchNorm/{part}" for part in ("beta", "moving_mean", "moving_variance")),
        "fully_connected/weights",
        "fully_connected/biases",
    ]


def test_a_layer_is_built_once_in_each_graph():
    layer = compat.layers.Dense(3, kernel_regularizer=tf.nn.l2_loss)
    made = []
    for _ in range(2):
        with tf.Graph().as_default():
            first, second = layer(tf.ones([2, 4])), layer(tf.zeros([5, 4]))
            assert (first.shape, second.shape) == ([2, 3], [5, 3])
            assert layer.trainable_variables == v1.trainable_variables()
            assert len(layer.losses) == len(v1.losses.get_regularization_losses()) == 1
            made += layer.trainable_variables
    assert len(made) == len({id(one) for one in made}) == 4


@pytest.mark.parametrize(
    "layer",
    [
        layers.Dense(2),
        layers.Conv1D(2, 3),
        layers.SeparableConv1D(2, 3),
        layers.Conv2DTranspose(2, 3),
        layers.BatchNormalization(),
    ],
    ids=lambda layer: type(layer).__name__,
)
def test_a_layer_that_is_built_by_hand_is_built(layer):
    shape = tf.TensorShape([None, 6, 6, 3] if isinstance(layer, layers.Conv2DTranspose) else [None, 6, 3])
    with tf.Graph().as_default():
        layer.build(shape)
        assert layer.built
        assert layer.count_params() > 0


def test_a_layer_is_of_the_type_of_its_first_inputs_unless_it_has_one():
    with tf.Graph().as_default():
        assert layers.dense(tf.ones([2, 3], tf.float64), 2).dtype == tf.float64
        dense = layers.Dense(2, dtype=tf.float64)
        dense(tf.ones([2, 3], tf.float64))
        assert dense.dtype == tf.float64


def test_a_weight_is_trained_unless_it_is_said_not_to_be():
    with tf.Graph().as_default():
        layer = layers.Layer(name="own")
        kept = layer.add_weight("kept", [], trainable=False)
        trained = [layer.add_weight("trained", []), layer.add_weight("said", [], trainable=True)]
    assert layer.trainable_weights == trained
    assert layer.non_trainable_weights == [kept]


@pytest.mark.parametrize(("training", "updates"), [(False, 0), (True, 2), (None, 2)])
def test_the_averages_are_updated_while_training_and_where_it_is_fed_which_it_is(training, updates):
    with tf.Graph().as_default():
        norm = layers.BatchNormalization()
        images = tf.ones([2, 3, 3, 4])
        norm(images, training=v1.placeholder(tf.bool, []) if training is None else training)
        assert norm.fused
        assert len(norm.updates) == updates


def test_an_initializer_may_be_a_name_and_is_told_if_there_is_none():
    with tf.Graph().as_default(), v1.Session() as session:
        x = tf.ones([1, 3])
        y = compat.layers.dense(x, 2, kernel_initializer="ones", bias_initializer="zeros")
        session.run(v1.global_variables_initializer())
        assert session.run(y).tolist() == [[3.0, 3.0]]
        with pytest.raises(ValueError, match="Unknown initializer: nothing"):
            compat.layers.dense(x, 2, kernel_initializer="nothing")


class CountsAndAdds(layers.Layer):
    def build(self, input_shape):
        self.count = self.add_weight("count", [], initializer=v1.zeros_initializer(), trainable=False)
        self.add_update(v1.assign_add(self.count, 1.0))
        self.add_loss(self.count)
        self.built = True

    def call(self, inputs):
        self.add_update(v1.assign_add(self.count, tf.reduce_sum(inputs)))
        self.add_loss(tf.reduce_sum(inputs), inputs=True)
        return inputs + 1.0


def test_updates_and_losses_are_those_of_the_inputs_that_they_depend_on():
    with tf.Graph().as_default():
        layer = CountsAndAdds()
        for place in range(2):
            x = v1.placeholder(tf.float32, [2])
            between = 2.0 * x
            y = layer(between)
            assert len(layer.updates) == len(layer.losses) == 2 + place
            for asked, count in ((None, 1), (x, 1), ([between], 1), (y, 0)):
                assert len(layer.get_updates_for(asked)) == len(layer.get_losses_for(asked)) == count


def test_a_copy_of_a_layer_has_its_variables_and_lists_of_its_own():
    with tf.Graph().as_default():
        layer = layers.Dense(2, name="fc", kernel_regularizer=square_sum)
        layer.shown = tf.constant(1.0)
        layer.options = {"sizes": [1]}
        layer(tf.ones([3, 4]))
        copied = copy.deepcopy(layer)
        copied.options["sizes"].append(2)
        assert copied.kernel is layer.kernel
        assert copied.shown is layer.shown
        assert (copied.losses, copied.variables) == (layer.losses, layer.variables)
        assert layer.options == {"sizes": [1]}
        copied(tf.ones([3, 4]))
        assert len(v1.global_variables()) == 2
        assert copied.scope_name == "fc"


@pytest.mark.parametrize(
    ("spec", "shape", "message"),
    [
        ({"ndim": 2}, None, "layer checked .*requires a defined rank"),
        ({"axes": {-1: 3}}, [2, 4], "expected axis -1 of input shape to have value 3"),
        ({"axes": {-1: 3}}, None, ""),
        ({"shape": (None, 3)}, [2, 4], r"expected shape=\(None, 3\), found shape=\[2, 4\]"),
        ({"shape": (None, 3)}, [None, 3], ""),
        ({"dtype": "int32"}, [2], "expected dtype=int32, found dtype=.*float32"),
        ({"max_ndim": 1}, [2, 4], "expected max_ndim=1, found ndim=2"),
        ({"min_ndim": 3, "max_ndim": 3}, [2, 4], "expected min_ndim=3, found ndim=2|max_ndim"),
    ],
)
@pytest.mark.parametrize("kind", [layers.InputSpec, tf_keras.layers.InputSpec])
def test_what_a_layer_asks_of_its_input_is_held_whoever_made_it(kind, spec, shape, message):
    with tf.Graph().as_default():
        layer = layers.Layer(name="checked")
        layer.input_spec = kind(**spec)
        x = v1.placeholder(tf.float32, shape)
        if message:
            with pytest.raises(ValueError, match=message):
                layer(x)
        else:
            assert layer(x) is not None


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda x: layers.max_pooling2d(x, 2, strides=None), "strides"),
        (lambda x: layers.max_pooling2d(x, None, strides=2), "pool_size"),
        (lambda x: layers.max_pooling2d(x, (1, 2, 3), strides=2), "pool_size"),
        (lambda x: layers.conv2d(x, 2, ("a", "b")), "kernel_size|invalid literal"),
        (lambda x: layers.batch_normalization(x, axis=[1, 4]), "Invalid axis"),
        (lambda x: layers.batch_normalization(x, axis=[1, 2, 1]), "Duplicate axis"),
        (lambda x: layers.Dense(2).count_params(), "isn't built"),
        (lambda x: layers.Dense(2).compute_output_shape([None, None]), "must be defined"),
        (lambda x: layers.Dense(2).compute_output_shape(None), "must be defined"),
    ],
)
def test_arguments_that_make_no_sense_are_told_as_before(call, message):
    with tf.Graph().as_default(), pytest.raises(ValueError, match=message):
        call(tf.ones([1, 4, 4, 3]))


def test_averages_alone_are_made_without_the_partitioner():
    variables = compat.VariableStore()

    class Normalization(layers.BatchNormalization):
        def build(self, input_shape):
            super().build(input_shape)
            self.built = False  # else variables have to be there
            self.own = self.add_weight("own", [4], initializer=v1.zeros_initializer())

    @variables.function(input_signature=[tf.TensorSpec([None, 4])])
    def step(x):
        with v1.variable_scope("scope", partitioner=v1.fixed_size_partitioner(2)):
            return Normalization(name="norm")(x)

    step(np.ones([2, 4], np.float32))
    parts = {name for name in variables.variables if "/part_" in name}
    assert {"scope/norm/own/part_0", "scope/norm/own/part_1"} <= parts
    assert not any("moving" in name for name in parts)
