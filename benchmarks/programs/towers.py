"""Towers in a Session or by compat: `python towers.py session|compat MODEL TOWERS`.

Makes as many steps as each line of input says, and answers with their seconds and the most memory so far.
"""

import json
import resource
import sys
import time

side, model, towers = sys.argv[1], sys.argv[2], int(sys.argv[3])

import numpy as np
import tensorflow as tf

import compat

v1 = tf.compat.v1
(cpu,) = tf.config.list_physical_devices("CPU")
tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * (towers + 1))
BATCH = {"tiny": 8, "mlp": 256, "cnn": 32}[model]
random = np.random.RandomState(0)
if model == "cnn":
    inputs = random.rand(towers * BATCH, 28, 28, 1).astype(np.float32)
else:
    inputs = random.rand(towers * BATCH, 16 if model == "tiny" else 784).astype(np.float32)
classes = random.randint(10, size=towers * BATCH).astype(np.int64)


def variable(name, shape):
    initial = np.random.RandomState(len(name)).normal(0, 0.05, shape)
    with tf.device("/cpu:0"):
        return v1.get_variable(name, shape, initializer=v1.constant_initializer(initial))


def logits_of(x):
    if model == "cnn":
        for name, channels in (("conv1", 16), ("conv2", 32)):
            kernel = variable(name + "/kernel", [5, 5, x.shape[3], channels])
            biases = variable(name + "/biases", [channels])
            x = tf.nn.relu(tf.nn.conv2d(x, kernel, 1, "SAME") + biases)
            x = tf.nn.max_pool2d(x, 2, 2, "SAME")
        x = tf.reshape(x, [-1, 7 * 7 * 32])
        widths = [10]
    else:
        widths = [4, 10] if model == "tiny" else [512, 256, 10]
    for number, width in enumerate(widths):
        x = tf.matmul(x, variable(f"w{number}", [x.shape[1], width])) + variable(f"b{number}", [width])
        if number + 1 < len(widths):
            x = tf.nn.relu(x)
    return x


def classic_average(tower_grads):
    average = []
    for pairs in zip(*tower_grads):
        stacked = tf.concat([tf.expand_dims(gradient, 0) for gradient, _ in pairs], 0)
        average.append((tf.reduce_mean(stacked, 0), pairs[0][1]))
    return average


def training(x, y, average):
    """The update, and the mean loss."""
    optimizer = v1.train.MomentumOptimizer(0.01, 0.9)
    losses, tower_grads = [], []
    for i, (part, labels) in enumerate(zip(tf.split(x, towers), tf.split(y, towers))):
        with tf.device(f"/cpu:{i + 1}"), v1.variable_scope("net", reuse=i > 0):
            logits = logits_of(part)
            losses.append(
                tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))
            )
            tower_grads.append(optimizer.compute_gradients(losses[-1]))
    with tf.device("/cpu:0"):
        return optimizer.apply_gradients(average(tower_grads)), tf.add_n(losses) / towers


if side == "session":
    graph = tf.Graph().as_default()
    graph.__enter__()
    x, y = v1.placeholder(tf.float32, inputs.shape), v1.placeholder(tf.int64, classes.shape)
    fetched = training(x, y, classic_average)
    session = v1.Session()
    session.run(v1.global_variables_initializer())

    def step():
        return session.run(fetched, {x: inputs, y: classes})[1]

else:
    store = compat.VariableStore()

    @store.function(
        input_signature=[tf.TensorSpec(inputs.shape, tf.float32), tf.TensorSpec(classes.shape, tf.int64)]
    )
    def train(x, y):
        return training(x, y, compat.average_gradients)[1]

    def step():
        return train(inputs, classes).numpy()


for line in sys.stdin:
    seconds = []
    for _ in range(int(line)):
        start = time.perf_counter()
        loss = step()
        seconds.append(time.perf_counter() - start)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps({"seconds": seconds, "peak": peak, "loss": float(loss)}), flush=True)
