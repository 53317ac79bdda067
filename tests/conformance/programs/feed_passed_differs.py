# expect: compat, parity
"""Two calls pass dictionaries that feed other placeholders."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
y = tf.placeholder_with_default(5.0, [])
total = tf.reduce_sum(x) + y


def run(sess, feed):
    return sess.run(total, feed)


with tf.Session() as sess:
    given = {x: np.ones(2), y: 2.0}
    print(run(sess, given))
    print(run(sess, {x: np.ones(3)}))
