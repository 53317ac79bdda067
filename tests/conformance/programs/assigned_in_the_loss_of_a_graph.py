# expect: wrapped, references: no gradient flows through what assigns them
"""The same, of a program that looks at its graph, and keeps it."""

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
print(len(tf.get_default_graph().get_operations()) > 3)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        print(step, sess.run([train_op, loss], {x: np.full([2, 2], step + 1.0)})[1])
        print([value.tolist() for value in sess.run([w, c, rows])])
