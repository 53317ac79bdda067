# expect: SES208
"""A function lets the object that it is handed change, behind a part of the graph that it gave."""

import numpy as np
import tensorflow as tf


class Model(object):
    def __init__(self):
        self.scale = 1.0

    def infer(self, x):
        return tf.reduce_sum(x) * self.scale

    def grow(self):
        self.scale *= 2.0


def prepare(model):
    model.grow()


x = tf.placeholder(tf.float32, [None, 3])
model = Model()
outputs = model.infer(x)
prepare(model)
others = model.infer(x)
sess = tf.Session()
print(sess.run(outputs, {x: np.ones((2, 3))}), sess.run(others, {x: np.ones((2, 3))}))
