# expect: safe compat
"""All summaries are merged where they are fetched."""

import numpy as np
import tensorflow as tf


def main():
    x = tf.placeholder(tf.float32, [None, 3], name='x')
    y = tf.placeholder(tf.float32, [None], name='y')
    w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.5))
    pred = tf.reduce_sum(x * w, 1)
    loss = tf.reduce_mean(tf.square(pred - y))
    train_op = tf.train.GradientDescentOptimizer(0.05).minimize(loss)
    data = np.arange(12).reshape(4, 3).astype(np.float32) / 10
    labels = np.arange(4).astype(np.float32)
    tf.summary.scalar('l', loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        l, s = sess.run([loss, tf.summary.merge_all()], {x: data, y: labels})
        print(l, len(s) > 3)


main()
