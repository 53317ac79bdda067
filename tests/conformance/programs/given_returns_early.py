# expect: native, parity
"""__init__ returns early where the model is not to be trained; methods call each other."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(31)


class Model(object):
    def __init__(self, sess, training):
        self.sess = sess
        self.history = []
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.4))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        if not training:
            return
        self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)

    def _note(self, loss):
        self.history.append(float(loss))
        return len(self.history)

    def evaluate(self, x):
        return self.sess.run(self.loss, {self.x: x})

    def fit(self, count):
        for step in range(count):
            x = rng.rand(5, 3)
            self.sess.run(self.train_op, {self.x: x})
            self._note(self.evaluate(x))
        return self.history


with tf.Session() as sess:
    model = Model(sess, True)
    sess.run(tf.global_variables_initializer())
    print(model.fit(3), model.evaluate(np.ones((2, 3))))
