# expect: native, parity
"""The first variable of a collection is a layer's, behind which one is made that needs no layer."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(3)
x = tf.placeholder(tf.float32, [None, 3])
h = tf.layers.dense(x, 3, kernel_initializer=tf.constant_initializer(0.3))
w = tf.Variable(tf.fill([3, 3], 0.4))
variables = tf.get_collection(tf.GraphKeys.TRAINABLE_VARIABLES)
loss = tf.reduce_mean(tf.square(tf.matmul(h, w) - x)) + 0.1 * tf.nn.l2_loss(variables[0])
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print(sess.run([train_op, loss], {x: rng.rand(4, 3)})[1])
