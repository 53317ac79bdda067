# expect: native, parity
"""The data set has a name, the iterator that gives its elements has none."""

import numpy as np
import tensorflow as tf

xs = np.random.RandomState(5).rand(12, 3).astype(np.float32)
data = tf.data.Dataset.from_tensor_slices((xs, xs.sum(1))).repeat().batch(5)
x, y = data.make_one_shot_iterator().get_next()
w = tf.get_variable('w', [3, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)[:, 0] - 0.5 * y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        _, value = sess.run([train_op, loss])
        print(i, value, sess.run(loss))
