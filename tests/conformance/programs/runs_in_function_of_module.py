# expect: native, parity
"""Functions of the module run its session, one calls the other, and a third one prints what they give."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(10)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.2))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train_op = tf.train.AdagradOptimizer(0.2).minimize(loss)
sess = tf.Session()
sess.run(tf.global_variables_initializer())


def train(rows):
    _, value = sess.run([train_op, loss], {x: rows})
    return value


def train_twice(rows):
    return train(rows), train(rows[:2])


def show(*values):
    print('%d values' % len(values), max(values))


for i in range(3):
    show(*train_twice(rng.rand(4, 3)))
print(train(np.ones([1, 3])))
