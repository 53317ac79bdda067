# expect: SES208
"""The method that is handed the session changes what the graph was built with."""

import numpy as np
import tensorflow as tf


class Kept:
    def __init__(self):
        self.scale = 2.0

    def run(self, session, value, inputs, rows):
        self.scale += 1.0
        return session.run(value, {inputs: rows})


kept = Kept()
x = tf.placeholder(tf.float32, [None, 2])
total = tf.reduce_sum(x * kept.scale)
with tf.Session() as sess:
    for step in range(3):
        print(kept.run(sess, total, x, np.ones([step + 1, 2])))
