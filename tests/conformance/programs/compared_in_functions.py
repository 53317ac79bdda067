# expect: compat
"""Functions and a class compare tensors that they make, keep or find: by identity, as TF 1 did."""

import tensorflow as tf


def scaled(x):
    rate = tf.reduce_mean(x) * 0.5
    w = tf.get_variable('w', [], initializer=tf.constant_initializer(0.5))
    return w * (1.0 + tf.cast(rate == 0.5, tf.float32))


def switched(parts):
    h = parts['h']
    if parts['keep'] != 1.0:
        h = h * parts['keep']
    return h if h not in [parts['keep'], parts['h']] else h * 3.0


class Model(object):
    def __init__(self, x):
        self.y = tf.reduce_sum(x)
        self.positive = tf.cast(self.y == 2.0, tf.float32)
        if self.y != 2.0:
            self.positive = self.positive + 1.0


x = tf.placeholder(tf.float32, [None])
keep = tf.placeholder(tf.float32, [])
loss = tf.square(switched({'h': scaled(x), 'keep': keep}) * Model(x).positive + 1.0)
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(i, sess.run([train, loss], feed_dict={x: [1.0, 1.0], keep: 1.0})[1])
