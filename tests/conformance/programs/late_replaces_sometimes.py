# expect: lower
"""What the loop may have built anew under an old name is fetched behind it."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
y = tf.square(x)
best = tf.reduce_min(y)
with tf.Session() as sess:
    for turns in (1, 3):
        for k in range(turns):
            if k == 2:
                best = tf.reduce_max(y)
                print('anew', sess.run(best, {x: [1.0, 2.0]}))
        print(turns, sess.run(best, {x: [1.0, 3.0]}))
