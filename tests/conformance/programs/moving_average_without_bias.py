# expect: compat, parity
"""Batch norm by hand for one device, by assign_moving_average with its correction of the first steps."""
import numpy as np
import tensorflow as tf
from tensorflow.python.training import moving_averages

x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 2], initializer=tf.ones_initializer())
h = tf.matmul(x, w)
with tf.variable_scope('bn'):
    mean = tf.get_variable('mean', [2], initializer=tf.zeros_initializer(), trainable=False)
    other = tf.get_variable('other', [2], initializer=tf.zeros_initializer(), trainable=False)
    m, v = tf.nn.moments(h, [0])
    update = moving_averages.assign_moving_average(mean, m, 0.9)
    update_other = moving_averages.assign_moving_average(other, v, 0.9, zero_debias=False)
    with tf.control_dependencies([update, update_other]):
        out = tf.nn.batch_normalization(h, m, v, None, None, 1e-3)
loss = tf.reduce_mean(tf.square(out - 1.0))
train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
rng = np.random.RandomState(0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(4):
        _, l = sess.run([train_op, loss], {x: rng.rand(8, 3)})
        print(l)
    print(sess.run([mean, other]))
