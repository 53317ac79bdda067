"""Computes A^n + B^n on two GPUs: one power on each, the sum on the CPU."""

from __future__ import print_function

import numpy as np
import tensorflow as tf

flags = tf.compat.v1.app.flags
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

    tf.debugging.set_log_device_placement(FLAGS.log_device_placement)
    tf.config.set_soft_device_placement(False)

    @tf.function(
        autograph=False,
        input_signature=[
            tf.TensorSpec([FLAGS.size, FLAGS.size], tf.float32),
            tf.TensorSpec([FLAGS.size, FLAGS.size], tf.float32),
        ],
    )
    def compute_total(a, b):
        powers = []

        with tf.device("/gpu:0"):
            powers.append(matrix_power(a, FLAGS.power))

        with tf.device("/gpu:1"):
            powers.append(matrix_power(b, FLAGS.power))

        with tf.device("/cpu:0"):
            total = tf.add_n(powers)
        return total

    random = np.random.RandomState(7)
    for step in range(FLAGS.rounds):
        left = random.rand(FLAGS.size, FLAGS.size).astype("float32") / FLAGS.size
        right = random.rand(FLAGS.size, FLAGS.size).astype("float32") / FLAGS.size
        result = compute_total(left, right).numpy()
        if step % 20 == 0:
            print("round %d: trace %.6f" % (step, np.trace(result)))


if __name__ == "__main__":
    tf.compat.v1.app.run()
