# expect: native
"""A loop gives a name what a function makes of its value: what that looks like, the loop's own value tells."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [2, 3])
w = tf.get_variable("w", [3, 1], initializer=tf.ones_initializer())
hidden = x
for _ in range(2):
    hidden = tf.map_fn(lambda row: row + 1.0, hidden)
loss = tf.reduce_mean(tf.matmul(hidden, w) ** 2)
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        value, _ = sess.run([loss, train], {x: np.ones((2, 3))})
        print(value)
