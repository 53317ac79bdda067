# expect: lower
"""A property gives another value when the graph runs than it gave when that was built."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(43)


class Model(object):
    def __init__(self, sess):
        self.sess = sess
        self.scale = 2.0
        self.x = tf.placeholder(tf.float32, [None, 3])
        self.out = tf.reduce_sum(self.x) * self.factor

    @property
    def factor(self):
        return self.scale + 1.0

    def train(self, x):
        self.scale = 5.0
        return self.sess.run(self.out, {self.x: x})


sess = tf.Session()
model = Model(sess)
sess.run(tf.global_variables_initializer())
for step in range(3):
    print(step, model.train(rng.rand(5, 3)))
