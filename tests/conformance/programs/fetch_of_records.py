# expect: compat
"""Runs fetch named tuples and ordered dictionaries that library classes make."""

from collections import OrderedDict, namedtuple

import numpy as np
import tensorflow as tf

Output = namedtuple('Output', 'loss predictions')
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.5))
output = Output(tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0)), tf.matmul(x, w))
doubled = output._replace(predictions=output.predictions * 2)
named = OrderedDict([('z', output.loss), ('a', tf.reduce_sum(w))])
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(output.loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        batch = np.ones((2, 2), np.float32) * step
        sess.run(train_op, {x: batch})
        print(sess.run(doubled, {x: batch}).predictions, list(sess.run(named, {x: batch})))
