# expect: native, parity
"""An object whose state the data loop changes is read while building."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.get_variable('w', [3, 1], initializer=tf.random_normal_initializer(stddev=0.5))
class Data(object):
    scale = 1.0

    def next(self):
        self.scale *= 0.5
        bx = rng.rand(8, 3)
        return bx, bx.sum(axis=1, keepdims=True)


data = Data()
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y)) * data.scale
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(6):
        bx, by = data.next()
        _, value = sess.run([train_op, loss], feed_dict={x: bx, y: by})
        print(step, value)
