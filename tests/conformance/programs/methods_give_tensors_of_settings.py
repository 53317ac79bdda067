# expect: lower
"""A method gives a part of the graph by a setting, which a function changes before the first run."""

import numpy as np
import tensorflow as tf


class Model(object):
    def __init__(self, scale):
        self.scale = scale

    def infer(self, x):
        return tf.reduce_sum(x) * self.scale


def prepare(model):
    model.scale = 3.0


x = tf.placeholder(tf.float32, [None, 3])
model = Model(2.0)
outputs = model.infer(x)
prepare(model)
sess = tf.Session()
print(sess.run(outputs, {x: np.ones((2, 3))}))
