# expect: safe compat
"""The norm of all trainable variables is fetched in a run of its own; a function made them."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])


def net(x):
    w = tf.get_variable('w', [3, 1], initializer=tf.random_normal_initializer(stddev=0.5))
    return tf.matmul(x, w)


loss = tf.reduce_mean(tf.square(net(x) - y))
norm = tf.add_n([tf.nn.l2_loss(v) for v in tf.trainable_variables()])
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(6):
        bx = rng.rand(8, 3)
        by = bx.sum(axis=1, keepdims=True)
        _, value = sess.run([train_op, loss], feed_dict={x: bx, y: by})
        print(sess.run(norm), step, value)
