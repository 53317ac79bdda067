# expect: lower
"""Each turn of a loop draws the numbers of another layer."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(3)
x = tf.placeholder(tf.float32, [None, 3])
out = x
for i in range(2):
    out = tf.matmul(out, tf.Variable(rng.randn(3, 3), dtype=tf.float32))
loss = tf.reduce_mean(tf.square(out))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        sess.run(train_op, {x: rng.rand(4, 3)})
        print(sess.run(loss, {x: rng.rand(4, 3)}))
