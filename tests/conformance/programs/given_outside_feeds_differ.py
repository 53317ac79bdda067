# expect: lower
"""The block feeds a dictionary that has one entry more every other time."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(3)


class Model(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        self.scale = tf.placeholder_with_default(1.0, [])
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
        self.loss = self.scale * tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)

    def train(self, sess, x):
        return sess.run([self.loss, self.train_op], {self.x: x})[0]


model = Model()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        x = rng.rand(4, 3)
        feed = {model.x: x}
        if step % 2:
            feed[model.scale] = 2.0
        print(model.train(sess, x), sess.run(model.loss, feed))
