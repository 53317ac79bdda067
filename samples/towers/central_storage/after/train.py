"""Logistic regression on several GPUs, one tower on each; the variables stay on the CPU.

    python train.py --num_gpus=2
"""
# tfmigrate: strategy=central-storage

from __future__ import division, print_function

import numpy as np
import compat
import tensorflow as tf

flags = tf.compat.v1.app.flags
flags.DEFINE_integer("num_gpus", 2, "Number of GPUs")
flags.DEFINE_integer("num_steps", 60, "Number of training steps")
flags.DEFINE_integer("batch_size", 32, "Examples per GPU and step")
FLAGS = flags.FLAGS

NUM_FEATURES = 50
DECAY = 1e-4


def tower_loss(features, labels):
    """The loss of one tower's part of the batch."""
    with tf.device("/cpu:0"):
        weights = tf.compat.v1.get_variable("weights", [NUM_FEATURES, 1], initializer=tf.compat.v1.zeros_initializer())
        bias = tf.compat.v1.get_variable("bias", [1], initializer=tf.compat.v1.zeros_initializer())
    logits = tf.matmul(features, weights) + bias
    losses = tf.nn.sigmoid_cross_entropy_with_logits(logits=logits, labels=labels)
    return tf.reduce_mean(losses) + DECAY * tf.nn.l2_loss(weights)


def average_gradients(tower_grads):
    averaged = []
    for grads_and_vars in zip(*tower_grads):
        grads = tf.stack([grad for grad, _ in grads_and_vars])
        averaged.append((tf.reduce_mean(grads, 0), grads_and_vars[0][1]))
    return averaged


def make_batches(size):
    random = np.random.RandomState(11)
    truth = random.randn(NUM_FEATURES, 1)
    while True:
        features = random.randn(size, NUM_FEATURES)
        yield features.astype(np.float32), (features.dot(truth) > 0).astype(np.float32)


def train():

    strategy = tf.distribute.experimental.CentralStorageStrategy(["/gpu:%d" % i for i in range(FLAGS.num_gpus)])
    variables = compat.VariableStore(strategy)
    with variables.scope():
        global_step = tf.compat.v1.get_variable("global_step", [], tf.int32, tf.compat.v1.zeros_initializer(), trainable=False)
        optimizer = tf.compat.v1.train.RMSPropOptimizer(0.01, momentum=0.5)

    @variables.function(
        input_signature=[
            tf.TensorSpec([None, NUM_FEATURES], tf.float32),
            tf.TensorSpec([None, 1], tf.float32),
        ],
    )
    def train_step(features, labels):
        feature_splits = tf.split(features, FLAGS.num_gpus)
        label_splits = tf.split(labels, FLAGS.num_gpus)

        def tower():
            i = compat.replica_index()
            with tf.name_scope("tower_%d" % i):
                loss = tower_loss(feature_splits[i], label_splits[i])
            compat.apply_gradients(optimizer, compat.average_gradients(optimizer.compute_gradients(loss)), global_step=global_step)
            return loss

        # The last tower's, as the graph fetched it.
        loss = strategy.experimental_local_results(strategy.run(tower))[-1]
        return loss

    batches = make_batches(FLAGS.batch_size * FLAGS.num_gpus)
    for step in range(FLAGS.num_steps):
        xs, ys = next(batches)
        value = train_step(xs, ys).numpy()
        if step % 20 == 0:
            print("step %d: loss %.4f" % (step, value))


if __name__ == "__main__":
    train()
