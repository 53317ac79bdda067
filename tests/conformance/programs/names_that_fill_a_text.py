# expect: SES252 wrapped
"""The graph reads names of the function around it by a text that is filled from all of them."""

import numpy as np
import tensorflow as tf


def main(rate=0.1, scale=2):
    x = tf.placeholder(tf.float32, [None, 2])
    w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w))) * float('%(scale)d' % locals())
    train = tf.train.GradientDescentOptimizer(rate).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(3):
            print(step, sess.run([train, loss], {x: np.eye(2)})[1])


main()
