# expect: native, parity
"""Functions open a session each, one behind the other: none is open beside another one."""

import numpy as np
import tensorflow as tf

data = np.random.RandomState(4).rand(6, 3)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable("w", [3, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 0.5))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)


def untrained():
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        return sess.run(loss, {x: data})


def fit(steps):
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(steps):
            value = sess.run([train_op, loss], {x: data})[1]
            print("%d %.5f" % (step, value))


for steps in (1, 2):
    fit(steps)
    print("untrained %.5f" % untrained())
