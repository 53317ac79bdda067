# expect: safe native
"""A value is lost when the variables are initialised after it."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [3])
w = tf.get_variable('w', [3], initializer=tf.ones_initializer())
y = tf.reduce_sum(x * w)
sess = tf.Session()
sess.run(tf.global_variables_initializer())
w.load([4.0, 5.0, 6.0], sess)
print(sess.run(y, {x: np.ones(3)}))
sess.run(tf.global_variables_initializer())
print(sess.run(y, {x: np.ones(3)}))
w.load([1.0, 5.0, 6.0], sess)
print(sess.run(y, {x: np.ones(3)}))
