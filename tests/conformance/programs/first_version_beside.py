# expect: API203
"""TensorFlow by both of its names: which of them a line means, the program says itself."""

import numpy as np
import tensorflow as tf2
import tensorflow.compat.v1 as tf

x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf2.square(x * w - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(sess.run([train_op, loss], {x: np.eye(2, dtype='f') + i})[1])
