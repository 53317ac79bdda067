# expect: lower
"""Behind the branches, another object takes the name."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(61)


class Model(object):
    def __init__(self, sess, width, labels=None):
        self.sess = sess
        self.width = width
        self.labels = labels

    def build(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        with tf.variable_scope("net"):
            w = tf.get_variable("w", [3, self.width], initializer=tf.constant_initializer(0.3))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    def train(self, x):
        loss, _ = self.sess.run([self.loss, self.train_op], {self.x: x})
        return loss

    def test(self, x):
        return self.sess.run(self.loss, {self.x: x})


kind = "large" if rng.rand() < 2 else "small"
with tf.Session() as sess:
    if kind == "small":
        model = Model(sess, 1)
    else:
        model = Model(sess, 4)
    model.build()
    first = tf.global_variables()
    with tf.variable_scope("again"):
        model = Model(sess, 2)
        model.build()
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, len(first), model.train(rng.rand(5, 3)))
