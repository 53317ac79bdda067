"""tf_slim's layers compute in a step what they compute in a graph, under the names of TF 1.15.5."""

import functools

import numpy as np
import pytest
import tensorflow as tf

import compat
from compat.contrib import framework, layers, slim

from ..graph_and_step import Trial, assert_equal, drawn, updated

v1 = tf.compat.v1
KEYS = v1.GraphKeys
IMAGES = tf.TensorSpec([None, 8, 8, 3], tf.float32)


def conv_net(x, is_training=True, reuse=None):
    normalisation = {"is_training": is_training, "decay": 0.5}
    with (
        slim.arg_scope(
            [slim.conv2d, slim.fully_connected],
            weights_regularizer=slim.l2_regularizer(0.01),
            normalizer_fn=slim.batch_norm,
            normalizer_params=normalisation,
        ),
        v1.variable_scope("net", reuse=reuse),
    ):
        y = slim.conv2d(x, 4, [3, 3], scope="conv1")
        y = slim.repeat(y, 2, slim.conv2d, 4, [3, 3], scope="conv2")
        y = slim.max_pool2d(y, [2, 2], scope="pool")
        y = slim.separable_conv2d(y, 4, [3, 3], 1)
        y = slim.conv2d_transpose(y, 3, [2, 2], 2)
        y = slim.flatten(slim.avg_pool2d(y, [2, 2]))
        y = slim.dropout(y, is_training=False)
        y = slim.fully_connected(y, 6)
        y = layers.layer_norm(y)
        return layers.linear(y, 2)


def embedding_net(x):
    ids = tf.cast(tf.abs(x[:, :, 0, 0]) * 9, tf.int32)
    return layers.embed_sequence(ids, 10, 4, scope="words") + layers.bow_encoder(ids, 10, 4, False)[:, None]


MODELS = {
    "conv": conv_net,
    "embedding": embedding_net,
    "unfused": lambda x: layers.batch_norm(layers.fully_connected(x[:, 0, 0], 3), fused=False, scale=True),
    "in place": lambda x: layers.batch_norm(layers.conv2d(x, 3, 3), updates_collections=None, decay=0.7),
}


def train_of(model):
    def train(x):
        slim.losses.add_loss(tf.reduce_mean(tf.square(model(x) - 0.3)))
        return updated(slim.losses.get_total_loss(), v1.train.GradientDescentOptimizer(0.1))

    return train


TRIAL = Trial([8, 8, 3], functools.partial(drawn, low=0.1, high=0.6))


@pytest.mark.by_day(one_in=2)
@pytest.mark.parametrize("name", MODELS)
def test_a_step_equals_the_graph_to_the_bit(name):
    train = train_of(MODELS[name])
    assert_equal(TRIAL.in_step(train), TRIAL.in_graph(train))


# As TF 1.15.5 prints them for the same models with `tf.contrib`: the variables, all of them of the model; the
# numbers of updates and of regularisation losses.
NAMES = {
    "conv": (
        [
            "net/conv1/weights",
            "net/conv1/BatchNorm/beta",
            "net/conv1/BatchNorm/moving_mean",
            "net/conv1/BatchNorm/moving_variance",
            "net/conv2/conv2_1/weights",
            "net/conv2/conv2_1/BatchNorm/beta",
            "net/conv2/conv2_1/BatchNorm/moving_mean",
            "net/conv2/conv2_1/BatchNorm/moving_variance",
            "net/conv2/conv2_2/weights",
            "net/conv2/conv2_2/BatchNorm/beta",
            "net/conv2/conv2_2/BatchNorm/moving_mean",
            "net/conv2/conv2_2/BatchNorm/moving_variance",
            "net/SeparableConv2d/depthwise_weights",
            "net/SeparableConv2d/pointwise_weights",
            "net/SeparableConv2d/biases",
            "net/Conv2d_transpose/weights",
            "net/Conv2d_transpose/biases",
            "net/fully_connected/weights",
            "net/fully_connected/BatchNorm/beta",
            "net/fully_connected/BatchNorm/moving_mean",
            "net/fully_connected/BatchNorm/moving_variance",
            "net/LayerNorm/beta",
            "net/LayerNorm/gamma",
            "net/fully_connected_1/weights",
            "net/fully_connected_1/BatchNorm/beta",
            "net/fully_connected_1/BatchNorm/moving_mean",
            "net/fully_connected_1/BatchNorm/moving_variance",
        ],
        10,
        5,
    ),
    "embedding": (["words/embeddings", "bow_encoder/embeddings"], 0, 0),
    "in place": (
        [
            "Conv/weights",
            "Conv/biases",
            "BatchNorm/beta",
            "BatchNorm/moving_mean",
            "BatchNorm/moving_variance",
        ],
        0,
        0,
    ),
    "unfused": (
        [
            "fully_connected/weights",
            "fully_connected/biases",
            "BatchNorm/gamma",
            "BatchNorm/beta",
            "BatchNorm/moving_mean",
            "BatchNorm/moving_variance",
        ],
        2,
        0,
    ),
}


@pytest.mark.parametrize("name", MODELS)
def test_names_are_those_of_tf_1(name):
    names, updates, losses = NAMES[name]
    with tf.Graph().as_default():
        MODELS[name](v1.placeholder(tf.float32, [4, 8, 8, 3]))
        assert [variable.op.name for variable in v1.global_variables()] == names
        assert [variable.op.name for variable in framework.get_model_variables()] == names
        assert len(v1.get_collection(KEYS.UPDATE_OPS)) == updates
        assert len(v1.get_collection(KEYS.REGULARIZATION_LOSSES)) == losses
    store = compat.VariableStore()
    seen = []

    @store.function
    def step(x):
        MODELS[name](x)
        seen.append(
            (
                [variable.name.split(":")[0] for variable in framework.get_model_variables()],
                len(v1.get_collection(KEYS.UPDATE_OPS)),
                len(v1.get_collection(KEYS.REGULARIZATION_LOSSES)),
            )
        )

    step(tf.ones([4, 8, 8, 3]))
    step(tf.ones([3, 8, 8, 3]))
    assert list(store.variables) == names
    assert seen == [NAMES[name]] * 2


def test_training_and_evaluation_share_their_variables():
    store = compat.VariableStore()
    train = store.function(train_of(conv_net), input_signature=[IMAGES])
    evaluate = store.function(lambda x: conv_net(x, False, True), input_signature=[IMAGES])
    names = list(store.variables)
    before = evaluate(TRIAL.batches[0]).numpy()
    train(TRIAL.batches[0])
    assert not np.array_equal(evaluate(TRIAL.batches[0]), before)
    np.testing.assert_array_equal(evaluate(TRIAL.batches[0]), evaluate(TRIAL.batches[0]))
    assert list(store.variables) == names


LOOPS = """
import sys
import tensorflow as tf
from compat.contrib import slim

v1 = tf.compat.v1
v1.disable_v2_behavior()  # the loops' threads ask for the global step: nothing may be eager
folder = sys.argv[1]

def model(is_training):
    normal = {"is_training": is_training}
    y = slim.conv2d(tf.ones([4, 8, 8, 3]), 4, 3, normalizer_fn=slim.batch_norm, normalizer_params=normal)
    return tf.reduce_mean(tf.square(slim.fully_connected(slim.flatten(y), 2)))

slim.losses.add_loss(model(True))
optimizer = v1.train.GradientDescentOptimizer(0.01)
train_op = slim.learning.create_train_op(slim.losses.get_total_loss(), optimizer)
print(slim.learning.train(train_op, folder, number_of_steps=5, log_every_n_steps=1))
v1.reset_default_graph()
value, update = slim.metrics.streaming_mean(model(False))
v1.train.get_or_create_global_step()
path = tf.train.latest_checkpoint(folder)
print(slim.evaluation.evaluate_once("", path, folder, 2, eval_op=update, final_op=value))
"""


def test_learning_train_and_evaluation_work_in_a_graph(ran, tmp_path):
    lines = ran(LOOPS, str(tmp_path)).splitlines()
    assert np.isfinite([float(line) for line in lines[-2:]]).all()


def test_optimize_loss_works_in_a_step():
    store = compat.VariableStore()

    @store.function
    def step(x):
        loss = tf.reduce_mean(tf.square(layers.fully_connected(x, 2, activation_fn=None) - 1.0))
        return layers.optimize_loss(
            loss, v1.train.get_or_create_global_step(), learning_rate=0.1, optimizer="SGD", summaries=[]
        )

    losses = [float(step(tf.ones([2, 3]))) for _ in range(5)]
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] < losses[0]
    assert int(store.variables["global_step"]) == 5


def test_towers_share_the_variables():
    strategy = tf.distribute.MirroredStrategy(["/cpu:0", "/cpu:1"])
    store = compat.VariableStore(strategy)

    @store.function(input_signature=[IMAGES])
    def step(x):
        parts = tf.split(x, 2)
        return strategy.experimental_local_results(
            strategy.run(lambda: conv_net(parts[compat.replica_index()]))
        )

    step(TRIAL.batches[0])
    assert list(store.variables) == NAMES["conv"][0]


def test_compat_alone_imports_no_other_library(python):
    program = (
        "import sys, compat, compat.contrib\n"
        "sys.exit(str([name for name in ('tf_keras', 'tf_slim') if name in sys.modules]))"
    )
    assert python("-c", program).stderr.splitlines()[-1] == "[]"


# The number of variables on TF 1.15.5.
NETS = {
    "resnet_v1.resnet_v1_50": 108,
    "resnet_v2.resnet_v2_50": 159,
    "vgg.vgg_16": 32,
    "alexnet.alexnet_v2": 16,
}


@pytest.mark.by_day(one_in=2)
@pytest.mark.parametrize("name", NETS)
def test_nets_build(name):
    module, function = name.split(".")
    with tf.Graph().as_default():
        images = v1.placeholder(tf.float32, [2, 224, 224, 3])
        getattr(getattr(slim.nets, module), function)(images, num_classes=10)
        assert len(v1.global_variables()) == NETS[name]


def test_keras_stays_what_it_was():
    assert tf.keras.__version__.startswith("3.")
    assert tf.keras.layers.Dense(2)(tf.ones([1, 2])).shape == (1, 2)


def test_initialisers_are_found_where_slim_left_them():
    assert slim.init_ops.zeros_initializer is tf.compat.v1.zeros_initializer
