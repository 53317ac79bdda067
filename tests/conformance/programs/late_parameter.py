# expect: lower
"""What is built late depends on an argument of the function that builds it."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
y = tf.square(x)
sess = tf.Session()


def best(rows, count):
    values, _ = tf.nn.top_k(y, count)
    return sess.run(values, {x: rows})


print(best(np.eye(3), 1))
print(best(np.eye(3), 2))
