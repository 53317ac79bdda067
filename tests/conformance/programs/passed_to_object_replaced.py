# expect: lower
"""The method that is handed the session is replaced by a function on one object."""

import numpy as np
import tensorflow as tf


class Kept:
    def __init__(self, rows):
        self.rows = rows

    def run(self, session, value, inputs):
        return session.run(value, {inputs: self.rows})


kept = Kept(np.ones([2, 2]))
kept.run = lambda session, value, inputs: session.run(value, {inputs: np.zeros([1, 2])})
x = tf.placeholder(tf.float32, [None, 2])
total = tf.reduce_sum(x * 2.0 + 1.0)
with tf.Session() as sess:
    print(kept.run(sess, total, x))
