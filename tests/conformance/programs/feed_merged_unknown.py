# expect: SES203
"""A dictionary that is fed takes over another one, of which it is not known what it feeds."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
keep = tf.placeholder_with_default(1.0, [])
total = tf.reduce_sum(x * keep)


def settings(step):
    made = {keep: 0.5}
    return made if step else {}


with tf.Session() as sess:
    for step in range(2):
        feed = {x: np.ones([2, 2])}
        more = settings(step)
        feed.update(more)
        print(sess.run(total, feed))
