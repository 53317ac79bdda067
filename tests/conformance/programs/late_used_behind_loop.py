# expect: lower
"""What the loop built is fetched behind it, and its name is not there if the loop never ran."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
y = tf.square(x)
with tf.Session() as sess:
    for k in range(2):
        best = tf.reduce_max(y)
        print(sess.run(best, {x: np.arange(3)}))
    print(sess.run([best, y], {x: np.arange(4)}))
