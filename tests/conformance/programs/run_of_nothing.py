# expect: native
"""A run of an operation that does nothing: there is nothing to keep in step yet."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
copies = []
sync = tf.group(*copies)
wait = tf.no_op()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        sess.run(sync)
        print(sess.run([loss, train_op], {x: np.eye(2)})[0], sess.run(wait))
