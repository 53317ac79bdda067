"""Towers on their devices, in one function, train as those of a TF 1 graph do: each optimizer, to the bit."""

import inspect

import numpy as np
import pytest
import tensorflow as tf

import compat

v1 = tf.compat.v1
STEPS = 100
ROWS = 4
NIGHTLY = pytest.mark.nightly
OPTIMIZERS = {
    "sgd": lambda rate, step: v1.train.GradientDescentOptimizer(rate),
    "momentum": lambda rate, step: v1.train.MomentumOptimizer(rate, 0.9),
    "nesterov": lambda rate, step: v1.train.MomentumOptimizer(rate, 0.9, use_nesterov=True),
    "adam": lambda rate, step: v1.train.AdamOptimizer(rate),
    "adagrad": lambda rate, step: v1.train.AdagradOptimizer(rate),
    "adagrad_da": lambda rate, step: v1.train.AdagradDAOptimizer(rate, step, l1_regularization_strength=1e-3),
    "rmsprop": lambda rate, step: v1.train.RMSPropOptimizer(rate, momentum=0.5),
    "centered": lambda rate, step: v1.train.RMSPropOptimizer(rate, centered=True),
    "adadelta": lambda rate, step: v1.train.AdadeltaOptimizer(rate),
    "ftrl": lambda rate, step: v1.train.FtrlOptimizer(rate, l1_regularization_strength=1e-3),
    "proximal_adagrad": lambda rate, step: v1.train.ProximalAdagradOptimizer(rate, 0.1, 1e-3, 1e-3),
    "proximal_sgd": lambda rate, step: v1.train.ProximalGradientDescentOptimizer(rate, 1e-3, 1e-3),
}


@pytest.fixture(autouse=True)
def _sums_as_written():
    """Of three terms TensorFlow may make one operation in a function, whose arguments have shapes, and not in
    a graph, whose placeholders have none: then the models differ already."""
    options = tf.config.optimizer.get_experimental_options()
    tf.config.optimizer.set_experimental_options({"arithmetic_optimization": False})
    yield
    tf.config.optimizer.set_experimental_options(options)


def test_the_table_has_every_optimizer():
    kinds = {name for name, kind in vars(v1.train).items() if inspect.isclass(kind) and "Optimizer" in name}
    made = {type(make(0.1, None)).__name__ for make in OPTIMIZERS.values()}
    assert kinds - made == {"Optimizer", "SyncReplicasOptimizer"}


def tower_loss(x):
    w = v1.get_variable("w", [3, 5], initializer=v1.constant_initializer(0.1))
    bias = v1.get_variable("bias", [], initializer=v1.constant_initializer(0.3))
    table = v1.get_variable("table", [ROWS, 5], initializer=v1.constant_initializer(-0.2))
    sparse = v1.get_variable("sparse", [ROWS, 5], initializer=v1.constant_initializer(0.2))
    row = tf.cast(tf.reduce_sum(x, 1) * 3, tf.int32) % ROWS
    rows = tf.gather(table, row) * bias + tf.gather(sparse, row)
    return tf.reduce_mean(tf.square(tf.tanh(tf.matmul(x, w)) + rows - 0.5))


def classic_average(tower_grads, keep_sparse=False):
    average = []
    for pairs in zip(*tower_grads, strict=True):
        gradients = [gradient for gradient, _ in pairs]
        if keep_sparse:
            values = tf.concat([gradient.values for gradient in gradients], 0) / len(gradients)
            indices = tf.concat([gradient.indices for gradient in gradients], 0)
            mean = tf.IndexedSlices(values, indices, gradients[0].dense_shape)
        else:
            mean = tf.reduce_mean(tf.concat([tf.expand_dims(gradient, 0) for gradient in gradients], 0), 0)
        average.append((mean, pairs[0][1]))
    return average


def training(x, towers, average):
    """One step of a model for each optimizer; the last tower's losses. `sparse` alone is updated by rows."""
    steps = []
    for name, make in OPTIMIZERS.items():
        with v1.variable_scope(name):
            step = v1.get_variable("step", [], tf.int64, v1.zeros_initializer(), trainable=False)
            optimizer = make(v1.train.exponential_decay(0.1, step, 30, 0.9, staircase=True), step)
            tower_grads = []
            for i, part in enumerate(tf.split(x, towers)):
                with tf.device(f"/cpu:{i}"), v1.variable_scope(v1.get_variable_scope(), reuse=i > 0):
                    loss = tower_loss(part)
                    own = v1.trainable_variables(f"{name}/")
                    tower_grads.append(optimizer.compute_gradients(loss, own))
            mean = average([pairs[:-1] for pairs in tower_grads])
            mean += average([pairs[-1:] for pairs in tower_grads], keep_sparse=True)
            steps.append((optimizer.apply_gradients(mean, global_step=step), loss))
    return steps


def batches(towers):
    random = np.random.RandomState(0)
    return [random.rand(2 * towers, 3).astype(np.float32) for _ in range(STEPS)]


def of_graph(towers):
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [2 * towers, 3])
        steps = training(x, towers, classic_average)
        session.run(v1.global_variables_initializer())
        losses = [[loss for _, loss in session.run(steps, {x: batch})] for batch in batches(towers)]
        return losses, session.run({one.op.name: one for one in v1.global_variables()})


def of_function(towers):
    store = compat.VariableStore()

    @store.function(input_signature=[tf.TensorSpec([2 * towers, 3], tf.float32)])
    def step(x):
        return [loss for _, loss in training(x, towers, compat.average_gradients)]

    losses = [[loss.numpy() for loss in step(batch)] for batch in batches(towers)]
    return losses, {name: one.numpy() for name, one in store.variables.items()}


@pytest.mark.by_day(one_in=2)
# Of three, the order of a sum counts already.
@pytest.mark.parametrize("towers", [pytest.param(2, marks=NIGHTLY), 3, pytest.param(4, marks=NIGHTLY)])
def test_every_optimizer_trains_towers_equal_to_the_graph_to_the_bit(towers):
    ours, graph = of_function(towers), of_graph(towers)
    assert np.array_equal(ours[0], graph[0])
    assert len(set(ours[0][-1])) == len(OPTIMIZERS)  # each trains in its own way
    assert sorted(ours[1]) == sorted(graph[1])
    for name, value in ours[1].items():
        assert value.tobytes() == graph[1][name].tobytes(), name
