# expect: lower
"""A new graph for each rate, in a loop."""

import numpy as np
import tensorflow as tf

for rate in (0.1, 0.5):
    tf.reset_default_graph()
    rng = np.random.RandomState(47)
    x = tf.placeholder(tf.float32, [None, 3])
    w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
    train_op = tf.train.MomentumOptimizer(rate, 0.9).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(3):
            _, value = sess.run([train_op, loss], {x: rng.rand(4, 3)})
            print(rate, i, value)
