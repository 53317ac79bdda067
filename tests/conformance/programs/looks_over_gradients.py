# expect: native one device, parity
"""Loops over parts of the graph that print them: they go where those are made."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable("w", [3, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
optimizer = tf.train.GradientDescentOptimizer(0.1)
gradients = optimizer.compute_gradients(loss)
for pair in gradients:
    print(pair[0])
for gradient, variable in gradients:
    if gradient is not None:
        print(variable.op.name, gradient.get_shape())
train_op = optimizer.apply_gradients(gradients)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        _, value = sess.run([train_op, loss], feed_dict={x: np.ones([4, 3], np.float32)})
        print(value)
