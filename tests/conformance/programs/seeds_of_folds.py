# expect: native, parity
"""Variables with seeds begin anew in each fold, with the next numbers of their streams."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.Variable(tf.random_normal([3, 1], seed=5), name='w')
u = tf.get_variable('u', [3, 1], initializer=tf.glorot_uniform_initializer(seed=2))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + tf.matmul(x, u) - y))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
rng = np.random.RandomState(0)
with tf.Session() as sess:
    for fold in range(3):
        sess.run(tf.global_variables_initializer())
        print(fold, sess.run([w, u]))
        for i in range(4):
            l, _ = sess.run([loss, train], {x: rng.rand(8, 3), y: rng.rand(8, 1)})
            print(repr(l))
