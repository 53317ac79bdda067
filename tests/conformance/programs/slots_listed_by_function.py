# expect: compat, parity
"""A function lists all variables behind the update, which has made slots."""

import numpy as np
import tensorflow as tf


def size_of_all():
    return tf.add_n([tf.reduce_sum(tf.square(one)) for one in tf.global_variables()])


rng = np.random.RandomState(29)
x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
size = size_of_all()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        _, loss_value = sess.run([train_op, loss], {x: rng.rand(4, 3)})
        print('step', i, 0, 'loss', repr(float(loss_value)))
    print(sess.run(size))
