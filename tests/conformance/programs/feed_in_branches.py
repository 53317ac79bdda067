# expect: native, parity
"""One dictionary or another is fed by one call, as a condition has it; keys are in another order in each."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(3)
rows = tf.placeholder(tf.float32, [None, 3])
wanted = tf.placeholder(tf.float32, [None, 1])
slope = tf.get_variable('slope', [3, 1], initializer=tf.constant_initializer(0.2))
loss = tf.reduce_mean(tf.square(tf.matmul(rows, slope) - wanted))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(6):
        if i % 2 == 0:
            # even turns: drawn
            batch = rng.rand(4, 3)
            feed = {rows: batch, wanted: batch.sum(1, keepdims=True)}
        elif i % 3 == 0:
            feed = {wanted: np.zeros([2, 1]), rows: np.ones([2, 3])}  # the other way round
        else:
            feed = {rows: [[0.1, 0.2, 0.3]], wanted: [[i]]}
        _, value = sess.run([train_op, loss], feed_dict=feed)
        print(i, value)
