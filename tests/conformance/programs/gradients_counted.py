# expect: native
"""An update divides by the number of variables that may be trained: one has no gradient, and counts."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable("w", [2, 1], initializer=tf.ones_initializer())
unused = tf.get_variable("unused", [2, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
optimizer = tf.train.GradientDescentOptimizer(0.1)
gradients = optimizer.compute_gradients(loss)
scaled = [(grad / len(gradients), variable) for grad, variable in gradients if grad is not None]
train = optimizer.apply_gradients(scaled)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(i, sess.run([train, loss], {x: np.eye(2)})[1])
