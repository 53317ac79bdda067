# expect: lower
"""What looks at the graph also counts: a list of the program gets each shape."""

import numpy as np
import tensorflow as tf

seen = []


def show(name, tensor):
    seen.append((name, tensor.shape.as_list()))
    print(name, tensor.shape)


x = tf.placeholder(tf.float32, [None, 3])
y = tf.square(x)
show('y', y)
z = tf.reduce_sum(y)
with tf.Session() as sess:
    print(sess.run(z, {x: np.ones([2, 3])}))
print(seen)
