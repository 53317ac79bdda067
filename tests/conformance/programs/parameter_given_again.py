# expect: compat, parity
"""Parameters of the function that opens the session, whose names go on to tensors."""

import numpy as np
import tensorflow as tf


def fit(rows, rate, *, scale=2.0):
    """Trains a little."""
    rate = tf.constant(rate, name='rate')
    scale = tf.cast(scale, tf.float32)
    x = tf.placeholder(tf.float32, [None, 3])
    w = tf.Variable(tf.ones([3, 1]), name='w')
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - scale))
    train = tf.assign_sub(w, rate * tf.gradients(loss, w)[0])
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for _ in range(4):
            print(session.run(loss, feed_dict={x: rows}))
            session.run(train, feed_dict={x: rows})
        return session.run(loss, feed_dict={x: rows})


print(fit(np.random.RandomState(0).rand(5, 3), 0.1))
