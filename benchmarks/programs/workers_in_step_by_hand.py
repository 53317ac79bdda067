"""`workers_in_step.py` as one would write it for `MultiWorkerMirroredStrategy` by hand: no part of compat."""

import json
import os

import numpy as np
import tensorflow as tf
from absl import app, flags

import pace

flags.DEFINE_string("job_name", "worker", "worker")
flags.DEFINE_integer("task_index", 0, "Which task of the job this is")
flags.DEFINE_string("ps_hosts", "", "Nobody's addresses")
flags.DEFINE_string("worker_hosts", "", "Addresses of the workers")
FLAGS = flags.FLAGS

HIDDEN = 256
BATCH = 64


def main(_):
    workers = FLAGS.worker_hosts.split(",")
    task = {"type": "worker", "index": FLAGS.task_index}
    os.environ["TF_CONFIG"] = json.dumps({"cluster": {"worker": workers}, "task": task})
    strategy = tf.distribute.MultiWorkerMirroredStrategy()
    with strategy.scope():
        spread = [tf.Variable(tf.random.truncated_normal(shape, stddev=0.05))
                  for shape in ([784, HIDDEN], [HIDDEN, HIDDEN], [HIDDEN, 10])]
        biases = [tf.Variable(tf.zeros([units])) for units in (HIDDEN, HIDDEN, 10)]
        global_step = tf.Variable(0, dtype=tf.int64, trainable=False,
                                  aggregation=tf.VariableAggregation.ONLY_FIRST_REPLICA)
        optimizer = tf.compat.v1.train.MomentumOptimizer(0.01, 0.9)
    parameters = [*spread, *biases]

    def replica(images, classes):
        with tf.GradientTape() as tape:
            hidden = tf.nn.relu(tf.matmul(images, spread[0]) + biases[0])
            hidden = tf.nn.relu(tf.matmul(hidden, spread[1]) + biases[1])
            logits = tf.matmul(hidden, spread[2]) + biases[2]
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(classes, logits))
            share = loss / len(workers)
        optimizer.apply_gradients(zip(tape.gradient(share, parameters), parameters), global_step=global_step)
        return loss

    @tf.function(input_signature=[tf.TensorSpec([BATCH, 784], tf.float32), tf.TensorSpec([BATCH], tf.int64)])
    def train_step(images, classes):
        return strategy.run(replica, args=(images, classes))

    random = np.random.RandomState(FLAGS.task_index)
    xs = random.rand(BATCH, 784).astype(np.float32)
    ys = random.randint(10, size=BATCH)
    while pace.goes_on():
        pace.note(train_step(xs, ys).numpy())


if __name__ == "__main__":
    app.run(main)
