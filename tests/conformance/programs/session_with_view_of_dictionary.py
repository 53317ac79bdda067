# expect: wrapped, parity
"""The items of a dictionary are kept, gone through where the graph is built, and changed before it runs."""

import numpy as np
import tensorflow as tf

scales = {'first': 1.0, 'second': 2.0}
shown = scales.items()
scales['first'] = 0.5
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2], initializer=tf.ones_initializer())
loss = tf.constant(0.0)
for name, scale in shown:
    loss += scale * tf.reduce_mean(tf.square(x * w - 1.0))
scales.update(second=9.0)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(sess.run([train_op, loss], {x: np.eye(2) + i})[1])
