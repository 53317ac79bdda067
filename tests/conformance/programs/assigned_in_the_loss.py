# expect: compat, parity, references: no gradient flows through what assigns them
"""The loss is computed of what assignments give, whose variables are trained: no gradient flows through these."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.5))
c = tf.get_variable('c', [], initializer=tf.zeros_initializer())
rows = tf.get_variable('rows', [3], initializer=tf.ones_initializer())
h = tf.matmul(x, w) * tf.assign_add(c, 1.0)
row = tf.gather(tf.assign(rows, [1.0, 2.0, 3.0]), 1)
loss = tf.reduce_mean(tf.square(h + row))
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        print(step, sess.run([train_op, loss], {x: np.full([2, 2], step + 1.0)})[1])
        print([value.tolist() for value in sess.run([w, c, rows])])
