# expect: lower
"""A method adds to the lists that are in one of its object, by another name."""

import numpy as np
import tensorflow as tf


class Model(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        self.rows = [[], []]
        self.rows[0].append(tf.reduce_sum(self.x))
        self.fill()
        self.total = tf.add_n(self.rows[0])
        self.sess = tf.Session()

    def fill(self):
        for row in self.rows:
            row.append(tf.reduce_mean(self.x))

    def compute(self, value):
        return self.sess.run(self.total, {self.x: np.full((2, 3), value)})


model = Model()
print(model.compute(2.0), model.compute(3.0))
