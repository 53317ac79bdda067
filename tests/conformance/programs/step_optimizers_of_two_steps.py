# expect: compat, parity
"""A step updates with an optimizer that another step has used, and with one of its own behind it."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(3)
x = tf.placeholder(tf.float32, [4, 3])
z = tf.placeholder(tf.float32, [4, 2])
with tf.variable_scope('critic'):
    w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.4))
with tf.variable_scope('maker'):
    u = tf.get_variable('u', [2, 3], initializer=tf.constant_initializer(0.3))
made = tf.tanh(tf.matmul(z, u))
critic_loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0)) + tf.reduce_mean(tf.square(tf.matmul(made, w)))
maker_loss = tf.reduce_mean(tf.square(tf.matmul(made, w) - 1.0))
critic_opt = tf.train.AdamOptimizer(0.05, beta1=0.5)
maker_opt = tf.train.AdamOptimizer(0.02, beta1=0.8)
critic_step = critic_opt.apply_gradients(critic_opt.compute_gradients(critic_loss, [w]))
maker_step = maker_opt.apply_gradients(maker_opt.compute_gradients(maker_loss, [u]))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(4):
        _, loss = sess.run([critic_step, critic_loss], feed_dict={x: rng.randn(4, 3), z: rng.randn(4, 2)})
        _, made_loss = sess.run([maker_step, maker_loss], feed_dict={z: rng.randn(4, 2)})
        print('%.6f %.6f' % (loss, made_loss))
