# expect: safe compat
"""Variables are given what the graph computes, and an assignment's value is used."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [3])
w = tf.get_variable('w', [3], initializer=tf.ones_initializer())
y = tf.reduce_sum(x * w)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(w.assign(2 * x), {x: np.arange(3)}))
    print(w.assign([5.0, 6.0, 7.0]).eval())
    print(sess.run(y, {x: np.ones(3)}))
