# expect: compat, parity
"""A graph for each mode, by the names of Estimators' modes, and tables initialised, of which there are none."""

import numpy as np
import tensorflow as tf

ModeKeys = tf.contrib.learn.ModeKeys


def build(mode):
    x = tf.placeholder(tf.float32, [None, 3])
    with tf.variable_scope('net', reuse=tf.AUTO_REUSE):
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
    if mode == ModeKeys.TRAIN:
        return x, loss, tf.train.AdamOptimizer(0.1).minimize(loss)
    assert mode == tf.estimator.ModeKeys.EVAL
    return x, loss, tf.no_op()


def main():
    x, loss, train_op = build(ModeKeys.TRAIN)
    held_out, held_out_loss, _ = build(ModeKeys.EVAL)
    init = tf.group(tf.global_variables_initializer(), tf.tables_initializer())
    rng = np.random.RandomState(3)
    with tf.Session() as sess:
        sess.run(init)
        sess.run([tf.local_variables_initializer(), tf.tables_initializer()])
        for step in range(3):
            value, _ = sess.run([loss, train_op], {x: rng.rand(4, 3)})
            print(step, value, sess.run(held_out_loss, {held_out: np.ones((2, 3))}))


main()
