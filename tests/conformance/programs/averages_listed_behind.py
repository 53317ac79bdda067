# expect: compat, parity
"""A part of the graph is computed of the moving averages that there are, which a function lists."""

import numpy as np
import tensorflow as tf


def all_averages():
    return tf.moving_average_variables()


rng = np.random.RandomState(23)
x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
update = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
averages = tf.train.ExponentialMovingAverage(0.5)
with tf.control_dependencies([update]):
    train_op = averages.apply(tf.trainable_variables())
total = tf.add_n([tf.reduce_sum(one) for one in all_averages()])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        _, loss_value = sess.run([train_op, loss], {x: rng.rand(4, 3)})
        print('step', i, 0, 'loss', repr(float(loss_value)))
    print(sess.run(total))
