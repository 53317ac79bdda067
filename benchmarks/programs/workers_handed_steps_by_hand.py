"""`workers_handed_steps.py` as one would write it for `ParameterServerStrategy` by hand: no part of compat.

The first worker's process is the coordinator, too, which looks at what each step gives.
"""

import collections
import socket

import numpy as np
import tensorflow as tf
from absl import app, flags

import pace

flags.DEFINE_string("job_name", "worker", "ps or worker")
flags.DEFINE_integer("task_index", 0, "Which task of the job this is")
flags.DEFINE_string("ps_hosts", "", "Addresses of the parameter servers")
flags.DEFINE_string("worker_hosts", "", "Addresses of the workers")
FLAGS = flags.FLAGS

HIDDEN = 256
BATCH = 64


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def examples():
    random = np.random.RandomState(0)
    images, classes = random.rand(1024, 784).astype(np.float32), random.randint(10, size=1024)
    data = tf.data.Dataset.from_tensor_slices((images, classes))
    return data.repeat().batch(BATCH, drop_remainder=True)


def main(_):
    jobs = {"ps": FLAGS.ps_hosts.split(","), "worker": FLAGS.worker_hosts.split(",")}
    server = tf.distribute.Server(tf.train.ClusterSpec(jobs), FLAGS.job_name, FLAGS.task_index)
    if FLAGS.job_name == "ps" or FLAGS.task_index > 0:
        server.join()

    cluster = tf.train.ClusterSpec({**jobs, "chief": [f"127.0.0.1:{free_port()}"]})
    resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(
        cluster, task_type="chief", task_id=0, rpc_layer="grpc")
    strategy = tf.distribute.ParameterServerStrategy(resolver)
    coordinator = tf.distribute.coordinator.ClusterCoordinator(strategy)
    with strategy.scope():
        spread = [tf.Variable(tf.random.truncated_normal(shape, stddev=0.05))
                  for shape in ([784, HIDDEN], [HIDDEN, HIDDEN], [HIDDEN, 10])]
        biases = [tf.Variable(tf.zeros([units])) for units in (HIDDEN, HIDDEN, 10)]
        global_step = tf.Variable(0, dtype=tf.int64, trainable=False)
        optimizer = tf.compat.v1.train.MomentumOptimizer(0.01, 0.9)
    parameters = [*spread, *biases]
    iterator = iter(coordinator.create_per_worker_dataset(examples))

    def replica(images, classes):
        with tf.GradientTape() as tape:
            hidden = tf.nn.relu(tf.matmul(images, spread[0]) + biases[0])
            hidden = tf.nn.relu(tf.matmul(hidden, spread[1]) + biases[1])
            logits = tf.matmul(hidden, spread[2]) + biases[2]
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(classes, logits))
        optimizer.apply_gradients(zip(tape.gradient(loss, parameters), parameters), global_step=global_step)
        return loss

    @tf.function
    def train_step(batches):
        return strategy.run(replica, args=next(batches))

    handed = collections.deque()
    while pace.goes_on():
        while len(handed) < 2 * len(jobs["worker"]):
            handed.append(coordinator.schedule(train_step, args=(iterator,)))
        pace.note(handed.popleft().fetch())


if __name__ == "__main__":
    app.run(main)
