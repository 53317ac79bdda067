# expect: lower
"""A seeded order that starts again, and that a function of the program is given."""

import numpy as np
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices(np.arange(6)).shuffle(6, seed=11)


def halved():
    return data.batch(3)


iterator = halved().make_initializable_iterator()
batch = iterator.get_next()
with tf.Session() as sess:
    for turn in range(3):
        sess.run(iterator.initializer)
        print(turn, sess.run(batch), sess.run(batch))
