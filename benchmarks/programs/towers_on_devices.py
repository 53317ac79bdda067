"""Two towers on the devices named on the command line; makes as many steps as each line of input says."""

import json
import sys
import time

kind, mode = sys.argv[1:3]
if kind == "emulated":
    import emulate

    emulate.gpus(2)
import tensorflow as tf

if kind == "by_hand":
    (cpu,) = tf.config.list_physical_devices("CPU")
    tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * 3)
    # as emulation does, and for the same reason: on CPUs this pass merges ops across devices
    tf.config.optimizer.set_experimental_options({"arithmetic_optimization": False})
NAMES = ["/gpu:0", "/gpu:1"] if kind == "emulated" else ["/cpu:0", "/cpu:1"]
HOST = "/cpu:0" if kind == "emulated" else "/cpu:2"  # a device of its own in both, and the same one
x = tf.random.stateless_normal([2, 128, 256], [1, 2])
y = tf.random.stateless_normal([2, 128, 10], [3, 4])


def loss_of(weights, i):
    hidden = tf.nn.relu(tf.matmul(x[i], weights[0]))
    return tf.reduce_mean(tf.square(tf.matmul(hidden, weights[1]) - y[i]))


def by_hand():
    with tf.device(NAMES[0]):
        weights = [tf.Variable(tf.random.stateless_normal(s, [5, 6]) * 0.05) for s in ([256, 128], [128, 10])]

    @tf.function
    def step():
        gradients = []
        for i, name in enumerate(NAMES):
            with tf.device(name), tf.GradientTape() as tape:
                loss = loss_of(weights, i)
                gradients.append(tape.gradient(loss, weights))
        for weight, *parts in zip(weights, *gradients):
            weight.assign_sub(0.01 * tf.add_n(parts))
        return loss

    return step


def mirrored():
    strategy = tf.distribute.MirroredStrategy(NAMES, cross_device_ops=tf.distribute.ReductionToOneDevice())
    with strategy.scope():
        weights = [tf.Variable(tf.random.stateless_normal(s, [5, 6]) * 0.05) for s in ([256, 128], [128, 10])]
        optimizer = tf.compat.v1.train.GradientDescentOptimizer(0.01)

    def tower(i):
        with tf.GradientTape() as tape:
            loss = loss_of(weights, i)
        optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
        return loss

    @tf.function
    def step():
        indices = strategy.experimental_distribute_values_from_function(lambda c: c.replica_id_in_sync_group)
        losses = strategy.run(tower, args=(indices,))
        with tf.device(HOST):
            return strategy.reduce("SUM", losses, axis=None)

    return step


step = {"towers": by_hand, "mirrored": mirrored}[mode]()
for line in sys.stdin:
    seconds = []
    for _ in range(int(line)):
        start = time.perf_counter()
        step().numpy()
        seconds.append(time.perf_counter() - start)
    print(json.dumps(seconds), flush=True)
