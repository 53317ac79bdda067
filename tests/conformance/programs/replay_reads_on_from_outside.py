# expect: safe wrapped, parity
"""Numbers of the graph come from a file descriptor: whoever builds it again reads others."""

import os

import numpy as np
import tensorflow as tf

FAR, NEAR = os.pipe()
os.write(NEAR, bytes(range(1, 99)))


def number():
    return os.read(FAR, 1)[0] / 8.0


x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.ones_initializer())
out = tf.matmul(x, w) * number()
loss = tf.reduce_mean(tf.square(out - number()))
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
size = tf.reduce_mean(out)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        _, value = sess.run([train_op, loss], feed_dict={x: np.eye(3)})
        print(step, value, sess.run(size, feed_dict={x: np.eye(3)}))
print(number())
