# expect: lower
"""Two programs hand the same function of a third file parts of their graphs that have other names."""

import numpy as np
import tensorflow as tf

from checks import evaluate

x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 2], initializer=tf.constant_initializer(0.5))
loss = tf.reduce_sum(tf.matmul(x, w))
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        sess.run(train_op, {x: np.ones([4, 3])})
        print(evaluate(sess, loss, x, np.ones([4, 3])))
