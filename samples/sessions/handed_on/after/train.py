"""A classifier of generated points; functions train and evaluate it in the session that they are given.

    python train.py --num_epochs=8
"""

from __future__ import division, print_function

import numpy as np
import compat
import tensorflow as tf

flags = tf.compat.v1.app.flags
flags.DEFINE_integer("num_epochs", 8, "How often all examples are seen")
flags.DEFINE_integer("batch_size", 32, "Examples per step")
flags.DEFINE_float("learning_rate", 0.1, "Learning rate at the start")
FLAGS = flags.FLAGS

NUM_INPUT = 16
NUM_CLASSES = 3


class DataSet(object):
    """Gaussian clouds, one for each class."""

    def __init__(self, size, seed):
        centers = np.random.RandomState(7).randn(NUM_CLASSES, NUM_INPUT)
        random = np.random.RandomState(seed)
        self.labels = random.randint(NUM_CLASSES, size=size)
        self.points = (centers[self.labels] + random.randn(size, NUM_INPUT)).astype(np.float32)

    def batches(self, size):
        for start in range(0, len(self.labels), size):
            yield self.points[start:start + size], self.labels[start:start + size]


def fill_feed_dict(batch):
    """What is fed for one batch."""
    points, labels = batch
    feed_dict = {
        'points': points,
        'labels': labels,
    }
    return feed_dict


def run_epoch(train_step, data):
    """Trains on all of `data`, and returns the mean loss."""
    losses = []
    for batch in data.batches(FLAGS.batch_size):
        feed_dict = fill_feed_dict(batch)
        value = train_step(**feed_dict).numpy()
        losses.append(value)
    return np.mean(losses)


def do_eval(compute_correct, data, name):
    count = 0
    for batch in data.batches(FLAGS.batch_size):
        count += compute_correct(**fill_feed_dict(batch)).numpy()
    print("  %s: %d of %d right" % (name, count, len(data.labels)))  # of whole batches


def main(_):
    training, validation = DataSet(256, seed=1), DataSet(64, seed=2)

    variables = compat.VariableStore()
    with variables.scope():
        # The model
        weights = tf.compat.v1.get_variable("weights", [NUM_INPUT, NUM_CLASSES], initializer=tf.compat.v1.zeros_initializer())
        biases = tf.compat.v1.get_variable("biases", [NUM_CLASSES], initializer=tf.compat.v1.zeros_initializer())

    @variables.function(
        input_signature=[
            tf.TensorSpec([None, NUM_INPUT], tf.float32),
            tf.TensorSpec([None], tf.int64),
        ],
    )
    def compute_correct(points, labels):
        logits = tf.matmul(points, weights) + biases
        correct = tf.reduce_sum(tf.cast(tf.equal(tf.argmax(logits, 1), labels), tf.int32))
        return correct

    with variables.scope():
        # The rate falls from epoch to epoch
        rate = tf.compat.v1.Variable(FLAGS.learning_rate, trainable=False, name="rate")

    @variables.function(
        input_signature=[
            tf.TensorSpec([None, NUM_INPUT], tf.float32),
            tf.TensorSpec([None], tf.int64),
        ],
    )
    def train_step(points, labels):
        logits = tf.matmul(points, weights) + biases
        loss = tf.reduce_mean(tf.compat.v1.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))
        tf.compat.v1.train.MomentumOptimizer(rate, 0.9).minimize(loss)
        return loss

    for epoch in range(FLAGS.num_epochs):
        mean_loss = run_epoch(train_step, training)
        print("epoch %d: loss %.3f" % (epoch, mean_loss))
        do_eval(compute_correct, validation, "validation")
        rate.assign(FLAGS.learning_rate / (epoch + 2))
    do_eval(compute_correct, training, "training")


if __name__ == "__main__":
    tf.compat.v1.app.run()
