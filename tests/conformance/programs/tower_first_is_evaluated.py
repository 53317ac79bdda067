# expect: native, parity
"""The first of the towers alone is evaluated, in some turns of the loop that trains."""

import numpy as np
import tensorflow as tf

TOWERS = 2
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
optimizer = tf.train.GradientDescentOptimizer(0.1)
tower_grads = []
is_shared = False
for i in range(TOWERS):
    with tf.device('/gpu:{}'.format(i)):
        part, goal = x[i * 2 : (i + 1) * 2], y[i * 2 : (i + 1) * 2]
        with tf.variable_scope('net', reuse=is_shared):
            out = tf.layers.dense(part, 1, kernel_initializer=tf.constant_initializer(0.2))
        loss = tf.reduce_mean(tf.square(out - goal))
        if i == 0:
            error = tf.reduce_mean(tf.abs(out - goal))
        is_shared = True
        tower_grads.append(optimizer.compute_gradients(loss))
averaged = []
for pairs in zip(*tower_grads):
    averaged.append((tf.reduce_mean(tf.stack([g for g, _ in pairs]), 0), pairs[0][1]))
train_op = optimizer.apply_gradients(averaged)
rng = np.random.RandomState(0)
with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        batch = rng.rand(4, 3)
        feed = {x: batch, y: batch.sum(1, keepdims=True)}
        sess.run(train_op, feed_dict=feed)
        if step % 2 == 0:
            value, off = sess.run([loss, error], feed_dict=feed)
            print(step, value, off)
