# expect: native, parity
"""A logger of the program's own says the shapes of what was built, and what the training gives."""
import logging

import numpy as np
import tensorflow as tf

logger = logging.getLogger(__name__)

x = tf.placeholder(tf.float32, [3, 4])
w = tf.get_variable('w', [4, 1])
y = tf.matmul(x, w)
logger.debug('x %s, y %s' % (x.get_shape(), y.get_shape()))
loss = tf.reduce_mean(tf.square(y - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        _, value = sess.run([train_op, loss], feed_dict={x: np.full((3, 4), step, np.float32)})
        logger.info('step %d: %f', step, value)
