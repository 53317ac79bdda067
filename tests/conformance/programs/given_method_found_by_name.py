# expect: wrapped, parity
"""A method that no call names is called all the same, by its name in a text."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(34)


class Model(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.4))
        self.out = tf.reduce_sum(self.x * w, 1)
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(tf.reduce_mean(tf.square(self.out - 1.0)))

    def train(self, sess, x):
        return sess.run([self.train_op, self.out], {self.x: x})[1]

    def predict(self, sess, x):
        return sess.run(self.out, {self.x: x})


model = Model()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for name in ('train', 'predict'):
        print(getattr(model, name)(sess, rng.rand(2, 3)))
    print(model.train(sess, rng.rand(2, 3)))
