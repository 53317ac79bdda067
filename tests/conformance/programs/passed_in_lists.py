# expect: native, parity
"""Operations and placeholders are handed on in lists and dictionaries, the graph and a configuration too."""

import numpy as np
import tensorflow as tf


def train(graph, config, ops, rng, steps):
    with tf.Session(graph=graph, config=config) as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(steps):
            batch = rng.rand(4, 3)
            sess.run(ops[0], {ops[2]: batch, ops[3]: batch.sum(1)})
            print(sess.run(ops[1], {ops[2]: batch, ops[3]: batch.sum(1)}))
        return report(sess, {'loss': ops[1], 'x': ops[2], 'y': ops[3]}, rng)


def report(sess, parts, rng):
    batch = rng.rand(4, 3)
    return sess.run(parts['loss'], {parts['x']: batch, parts['y']: batch.sum(1)})


def main():
    config = tf.ConfigProto(allow_soft_placement=True)
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 3])
        y = tf.placeholder(tf.float32, [None])
        w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.5))
        loss = tf.reduce_mean(tf.square(tf.reduce_sum(x * w, 1) - y))
        train_op = tf.train.GradientDescentOptimizer(0.05).minimize(loss)
        print(train(graph, config, [train_op, loss, x, y], np.random.RandomState(0), 3))


main()
