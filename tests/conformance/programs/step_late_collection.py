# expect: safe wrapped
"""A list is read from a collection before more is put into it; the reference is the graph's own."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(94)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
tf.add_to_collection('losses', tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0)))
seen = tf.get_collection('losses')
tf.add_to_collection('losses', 0.1 * tf.nn.l2_loss(w))
first, total = tf.add_n(seen), tf.add_n(tf.get_collection('losses'))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(total)
tf.add_to_collection('losses', 10.0 * tf.nn.l2_loss(w))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        bx = rng.rand(4, 3)
        print(sess.run([first, total], {x: bx}))
        sess.run(train_op, {x: bx})
        print(i, sess.run(first, {x: bx}), len(seen))
