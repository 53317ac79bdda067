# expect: native
"""Bools that are sizes: of a placeholder, of variables, of a kernel and a window. They counted as 0 and 1."""

import numpy as np
import tensorflow as tf

several = 2 > 1
x = tf.placeholder(tf.float32, [None, several])
w = tf.get_variable("w", [several, 3], initializer=tf.constant_initializer(0.5))
b = tf.get_variable("b", shape=(True,), initializer=tf.zeros_initializer())
v = tf.Variable(tf.ones([several, 3]), name="v")
y = tf.reshape(tf.matmul(x, w * v) + b, [-1, 3, several])
image = tf.ones([several, 4, 4, 2])
h = tf.layers.conv2d(image, 2, several, kernel_initializer=tf.ones_initializer())
h = tf.layers.max_pooling2d(h, 2, several)
print(w.get_shape().as_list(), v.shape.as_list(), h.shape.as_list())
loss = tf.reduce_mean(tf.square(y)) + tf.reduce_mean(h)
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(sess.run([loss, train], {x: np.ones([4, 1])})[0])
