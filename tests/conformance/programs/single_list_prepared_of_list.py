# expect: SES210
"""The list that the graph fills holds one of Python's own: every trace would add to that again."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
w = tf.Variable(tf.ones([3, 1]))
inner = []
parts = {}
parts['inner'] = inner
parts['inner'].append(tf.reduce_mean(tf.matmul(x, w) ** 2))
loss = tf.add_n(parts['inner'])
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        sess.run(train_op, {x: np.ones([2, 3])})
        print(len(inner), sess.run(loss, {x: np.ones([2, 3])}))
