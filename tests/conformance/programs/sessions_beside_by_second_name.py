# expect: lower
"""A function opens sessions and gives them back: the first is used again behind the second."""

import numpy as np
import tensorflow as tf

data = np.random.RandomState(4).rand(6, 3)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable("w", [3, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 0.5))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)


def trained():
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    for _ in range(2):
        sess.run(train_op, {x: data})
    return sess


first = trained()
print("%.5f" % first.run(loss, {x: data}))
second = trained()
first.run(train_op, {x: data})
print("%.5f" % first.run(loss, {x: data}))
print("%.5f" % second.run(loss, {x: data}))
