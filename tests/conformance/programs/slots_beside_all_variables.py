# expect: compat
"""One run asks an optimizer for its slots, another one for all variables: each step makes the optimizer."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.3))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
optimizer = tf.train.AdamOptimizer(0.05)
train_op = optimizer.minimize(loss)
slots = [optimizer.get_slot(one, name) for one in [w] for name in optimizer.get_slot_names()]
momenta = tf.add_n([tf.nn.l2_loss(one) for one in slots if one is not None] + [tf.constant(0.0)])
size = tf.add_n([tf.nn.l2_loss(one) for one in tf.global_variables()])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        batch = np.full((4, 3), 0.1 * step + 0.5, np.float32)
        print(step, sess.run([train_op, loss], {x: batch})[1])
        print(sess.run(momenta, {x: batch}), sess.run(size, {x: batch}))
