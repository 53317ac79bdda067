# expect: compat, parity
"""tf.cond and tf.while_loop with lambdas over placeholders."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.get_variable('w', [3, 1], initializer=tf.random_normal_initializer(stddev=0.5))
total = tf.while_loop(lambda i, t: i < 3, lambda i, t: (i + 1, t + tf.reduce_mean(x)), [0, 0.0])[1]
error = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
loss = tf.cond(total > 1.0, lambda: error, lambda: 2.0 * error)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(6):
        bx = rng.rand(8, 3)
        by = bx.sum(axis=1, keepdims=True)
        _, value = sess.run([train_op, loss], feed_dict={x: bx, y: by})
        print(step, value)
