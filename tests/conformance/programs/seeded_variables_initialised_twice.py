# expect: native, parity
"""Variables with seeds are initialised twice before the first step: the second run draws the next numbers."""

import tensorflow as tf

x = tf.placeholder(tf.float32, [2])
w = tf.get_variable('w', [2], initializer=tf.random_normal_initializer(seed=3))
loss = tf.reduce_sum(x * w)
sess = tf.Session()
sess.run(tf.global_variables_initializer())
sess.run(tf.global_variables_initializer())
print(sess.run(loss, {x: [1.0, 2.0]}))
