# expect: native, parity
"""A function that finds the graph wrong ends what builds it, though no run needs what it gives."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)


def checked(tensor, width):
    if tensor.get_shape().as_list()[1] != width:
        raise ValueError('another width')
    return tensor


def train(width):
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3, 1], initializer=tf.ones_initializer())
        h = tf.matmul(x, w)
        unused = checked(h, width)
        loss = tf.reduce_mean(tf.square(h))
        train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for step in range(3):
                _, value = sess.run([train_op, loss], feed_dict={x: rng.rand(4, 3).astype(np.float32)})
                print(step, value)


train(1)
try:
    train(2)
except ValueError as error:
    print('ended:', error)
