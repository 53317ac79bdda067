# expect: safe native
"""The weight decay of one model takes the variables of the other too."""

import numpy as np
import tensorflow as tf


def linear(x, scope, start):
    with tf.variable_scope(scope):
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(start))
        return tf.matmul(x, w)


def main():
    rng = np.random.RandomState(32)
    x = tf.placeholder(tf.float32, [None, 3])
    one, two = linear(x, 'one', 0.1), linear(x, 'two', 0.6)
    l2 = sum(tf.nn.l2_loss(v) for v in tf.trainable_variables())
    loss = tf.reduce_mean(tf.square(one - 1)) + 0.1 * l2
    train = tf.train.AdamOptimizer(0.05).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(4):
            data = rng.rand(4, 3)
            _, v = sess.run([train, loss], feed_dict={x: data})
            print(i, v, sess.run(two, feed_dict={x: data}).sum())


main()
