# expect: native, parity
"""Two variables of one initialiser with a seed are equal; dropout with a seed has a stream of its own."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
init = tf.random_normal_initializer(stddev=0.1, seed=1)
w1 = tf.get_variable('w1', [3, 4], initializer=init)
w2 = tf.get_variable('w2', [3, 4], initializer=init)
w3 = tf.Variable(tf.truncated_normal([4, 1], seed=7), name='w3')
h = tf.nn.relu(tf.matmul(x, w1) - tf.matmul(x, w2) + 0.1)
h = tf.nn.dropout(h, 0.5, seed=3)
loss = tf.reduce_mean(tf.square(tf.matmul(h, w3) - y))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
rng = np.random.RandomState(0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run([w1, w2, w3]))
    for i in range(4):
        l, _ = sess.run([loss, train], {x: rng.rand(8, 3), y: rng.rand(8, 1)})
        print(repr(l))
    print(sess.run([w1, w2, w3]))
