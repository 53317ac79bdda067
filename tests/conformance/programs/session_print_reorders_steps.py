# expect: native
"""A print behind what the first step needs: the step that takes it stands later, and the store before both."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.3))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
total = tf.reduce_sum(w)
print(loss.name)
rng = np.random.RandomState(0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        l, _ = sess.run([loss, train], {x: rng.rand(8, 3)})
        print(repr(l))
    print(sess.run(total))
