# expect: native
"""A function counts the parts of a list, raises an error, and gives a number: nothing that is fed."""

import numpy as np
import tensorflow as tf


def checked(counted):
    if len(counted) > 9:
        raise ValueError('too many')
    return len(counted)


x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable("w", [3, 3], initializer=tf.ones_initializer())
h = tf.matmul(x, w)
outputs = [h]
count = checked(outputs)
print('parts', count)
h = h + tf.add_n(outputs)
loss = tf.reduce_mean(tf.square(h))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print(sess.run([train_op, loss], {x: np.ones([4, 3])})[1])
