"""A classifier of generated points; functions train and evaluate it in the session that they are given.

    python train.py --num_epochs=8
"""

from __future__ import division, print_function

import numpy as np
import tensorflow as tf

flags = tf.app.flags
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


def fill_feed_dict(batch, points_pl, labels_pl):
    """What is fed for one batch."""
    points, labels = batch
    feed_dict = {
        points_pl: points,
        labels_pl: labels,
    }
    return feed_dict


def run_epoch(sess, train_op, loss, points_pl, labels_pl, data):
    """Trains on all of `data`, and returns the mean loss."""
    losses = []
    for batch in data.batches(FLAGS.batch_size):
        feed_dict = fill_feed_dict(batch, points_pl, labels_pl)
        _, value = sess.run([train_op, loss], feed_dict=feed_dict)
        losses.append(value)
    return np.mean(losses)


def do_eval(sess, correct, points_pl, labels_pl, data, name):
    count = 0
    for batch in data.batches(FLAGS.batch_size):
        count += sess.run(correct, feed_dict=fill_feed_dict(batch, points_pl, labels_pl))
    print("  %s: %d of %d right" % (name, count, len(data.labels)))  # of whole batches


def main(_):
    training, validation = DataSet(256, seed=1), DataSet(64, seed=2)
    points = tf.placeholder(tf.float32, [None, NUM_INPUT], name="points")
    labels = tf.placeholder(tf.int64, [None], name="labels")

    # The model
    weights = tf.get_variable("weights", [NUM_INPUT, NUM_CLASSES], initializer=tf.zeros_initializer())
    biases = tf.get_variable("biases", [NUM_CLASSES], initializer=tf.zeros_initializer())
    logits = tf.matmul(points, weights) + biases
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))
    correct = tf.reduce_sum(tf.cast(tf.equal(tf.argmax(logits, 1), labels), tf.int32))

    # The rate falls from epoch to epoch
    rate = tf.Variable(FLAGS.learning_rate, trainable=False, name="rate")
    train_op = tf.train.MomentumOptimizer(rate, 0.9).minimize(loss)

    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for epoch in range(FLAGS.num_epochs):
            mean_loss = run_epoch(sess, train_op, loss, points, labels, training)
            print("epoch %d: loss %.3f" % (epoch, mean_loss))
            do_eval(sess, correct, points, labels, validation, "validation")
            sess.run(tf.assign(rate, FLAGS.learning_rate / (epoch + 2)))
        do_eval(sess, correct, points, labels, training, "training")


if __name__ == "__main__":
    tf.app.run()
