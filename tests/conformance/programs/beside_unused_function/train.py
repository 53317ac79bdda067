# expect: native, parity
"""A file has a function that looks at a graph and that nothing calls."""

import numpy as np
import tensorflow as tf

import util


def train():
    rng = np.random.RandomState(42)
    x = tf.placeholder(tf.float32, [None, 3])
    w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.3))
    loss = tf.reduce_mean(tf.square(tf.reduce_sum(x * w, 1) - 1))
    train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(2):
            print(step, sess.run([loss, train_op], {x: rng.rand(4, 3)})[0])


def main(_):
    train()
    print(util.double(2))


if __name__ == '__main__':
    tf.app.run()
