# expect: native, parity
"""What functions log while several steps are built of them comes once, as when one graph was."""

import logging
import sys

import numpy as np
import tensorflow as tf

logger = logging.getLogger('net')
logging.basicConfig(stream=sys.stdout, level=logging.DEBUG, format='%(name)s %(message)s')
logging.getLogger('tensorflow').setLevel(logging.ERROR)
logging.getLogger('absl').setLevel(logging.ERROR)


def layer(x, name, width):
    logger.debug('%s: %d', name, width)
    w = tf.get_variable(name, [x.get_shape()[1], width], initializer=tf.ones_initializer())
    return tf.matmul(x, w)


def network(x):
    logging.info('network of %s', x.get_shape())
    return layer(tf.tanh(layer(x, 'first', 3)), 'second', 1)


x = tf.placeholder(tf.float32, [2, 4])
y = network(x)
loss = tf.reduce_mean(tf.square(y - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    batch = np.linspace(-1.0, 1.0, 8).reshape(2, 4)
    for _ in range(3):
        _, value = sess.run([train_op, loss], feed_dict={x: batch})
        print('%.6f' % value)
    print(sess.run(y, feed_dict={x: batch}).round(5))
