# expect: compat, parity
"""All variables are fetched, those of the optimizer among them, and the trained ones."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3], initializer=tf.ones_initializer())
b = tf.get_variable('b', [], initializer=tf.zeros_initializer())
loss = tf.reduce_mean(tf.square(tf.reduce_sum(x * w, 1) + b - 2.0))
optimizer = tf.train.AdamOptimizer(0.1)
train_op = optimizer.minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    rng = np.random.RandomState(0)
    for step in range(3):
        _, value = sess.run([train_op, loss], {x: rng.rand(4, 3)})
        print(value)
    print(len(sess.run(tf.global_variables())), sess.run(tf.trainable_variables()))
    print(sess.run(tf.get_collection(tf.GraphKeys.GLOBAL_VARIABLES))[0])
