# expect: lower
"""A part of the graph that no run needs draws numbers: what is drawn behind it would be others without it."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(3)
x = tf.placeholder(tf.float32, [None, 3])
unused = tf.constant(rng.randn(3, 2))
w = tf.Variable(rng.randn(3, 2), dtype=tf.float32)
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        sess.run(train_op, {x: rng.rand(4, 3)})
        print(sess.run(loss, {x: rng.rand(4, 3)}))
