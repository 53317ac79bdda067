# expect: compat, races add: what is computed of the step is read beside its update
"""global_step + 0 beside the update: its value before."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.get_variable('w', [3, 1], initializer=tf.random_normal_initializer(stddev=0.5))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
step_var = tf.train.get_or_create_global_step()
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step_var)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(6):
        bx = rng.rand(8, 3)
        by = bx.sum(axis=1, keepdims=True)
        _, value, count = sess.run([train_op, loss, step_var + 0], feed_dict={x: bx, y: by})
        print(step, value)
