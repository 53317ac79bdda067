# expect: compat
"""What is fetched is picked out of a dictionary, by a condition, from an object: lists of tensors, not single ones."""

import numpy as np
import tensorflow as tf


class Net:
    def __init__(self, x):
        self.parts = tf.split(x * 2.0, 2, axis=1)
        self.out = tf.reduce_sum(x)


rng = np.random.RandomState(91)
x = tf.placeholder(tf.float32, [2, 4])
net = Net(x)
halves = {'value': tf.split(x, 2, axis=1), 'other': x}['value']
quarters = tf.split(x, 4, axis=1) if x.shape[1] == 4 else tf.split(x, 2, axis=1)
either = halves or quarters
rows = [tf.unstack(x), tf.unstack(x, axis=1)]
nested = {'rows': rows, 'single': net.out}
with tf.Session() as sess:
    for _ in range(2):
        feed = {x: rng.rand(2, 4)}
        left, right = sess.run(halves, feed)
        print(left.sum(), right.sum(), len(sess.run(quarters, feed)), len(sess.run(either, feed)))
        print([one.sum() for one in sess.run(rows[1], feed)], sess.run(nested['single'], feed))
        print([one.sum() for one in sess.run(nested['rows'][0], feed)])
        print([one.sum() for one in sess.run(net.parts, feed)], sess.run(net.out, feed))
