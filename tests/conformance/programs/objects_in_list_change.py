# expect: compat
"""Objects in a list remember what a loop gives them: the first one is read by its own name."""

import numpy as np
import tensorflow as tf


class Sum(object):
    def __init__(self, start):
        self.value = tf.constant(start)

    def add(self, x):
        self.value = self.value + x


x = tf.placeholder(tf.float32, [])
first = Sum(1.0)
sums = [first, Sum(2.0)]
for one in sums:
    one.add(x)
value = tf.identity(first.value)
sess = tf.Session()
print(sess.run(value, {x: np.float32(3.0)}), sess.run(sums[1].value, {x: np.float32(5.0)}))
