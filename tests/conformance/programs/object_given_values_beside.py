# expect: lower
"""One run gives a variable of an object a value, and computes what reads it."""

import tensorflow as tf


class Net:
    def __init__(self):
        self.rate = tf.Variable(1.0, trainable=False)
        self.twice = self.rate * 2.0


net = Net()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(2):
        print(sess.run([tf.assign(net.rate, 0.5 * step), net.twice])[0])
