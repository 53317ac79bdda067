"""Computes A^n + B^n on two GPUs: one power on each, the sum on the CPU."""

from __future__ import print_function

import numpy as np
import tensorflow as tf

flags = tf.app.flags
flags.DEFINE_integer("size", 64, "Rows and columns of the matrices")
flags.DEFINE_integer("power", 5, "The power n")
flags.DEFINE_integer("rounds", 60, "How many pairs of matrices to compute")
flags.DEFINE_boolean("log_device_placement", False, "Whether to print where each op runs")
FLAGS = flags.FLAGS


def matrix_power(matrix, n):
    if n <= 1:
        return matrix
    return tf.matmul(matrix, matrix_power(matrix, n - 1))


def main(_):
    powers = []

    with tf.device("/gpu:0"):
        a = tf.placeholder(tf.float32, [FLAGS.size, FLAGS.size])
        powers.append(matrix_power(a, FLAGS.power))

    with tf.device("/gpu:1"):
        b = tf.placeholder(tf.float32, [FLAGS.size, FLAGS.size])
        powers.append(matrix_power(b, FLAGS.power))

    with tf.device("/cpu:0"):
        total = tf.add_n(powers)

    random = np.random.RandomState(7)
    config = tf.ConfigProto(log_device_placement=FLAGS.log_device_placement)
    with tf.Session(config=config) as sess:
        for step in range(FLAGS.rounds):
            left = random.rand(FLAGS.size, FLAGS.size).astype("float32") / FLAGS.size
            right = random.rand(FLAGS.size, FLAGS.size).astype("float32") / FLAGS.size
            result = sess.run(total, {a: left, b: right})
            if step % 20 == 0:
                print("round %d: trace %.6f" % (step, np.trace(result)))


if __name__ == "__main__":
    tf.app.run()
