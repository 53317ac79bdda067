# expect: compat, parity
"""contrib's optimize_loss waits for what normalisation updates."""

import numpy as np
import tensorflow as tf

step = tf.train.get_or_create_global_step()
x = tf.placeholder(tf.float32, [6, 2])
y = tf.contrib.layers.batch_norm(tf.contrib.layers.linear(x, 2, weights_initializer=tf.ones_initializer()))
loss = tf.reduce_mean(tf.abs(y - x))
train_op = tf.contrib.layers.optimize_loss(loss, step, 0.2, 'SGD', clip_gradients=1.0)

rng = np.random.RandomState(31)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print(sess.run(train_op, {x: rng.rand(6, 2)}))
