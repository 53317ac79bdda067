# expect: native, parity
"""TensorFlow 1's names as TensorFlow 2 keeps them, with layers, which it does not keep, and without eager mode."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
x = tf.placeholder(tf.float32, [None, 2])
y = tf.layers.dense(x, 3, tf.nn.relu, kernel_initializer=tf.ones_initializer(), name='dense')
loss = tf.reduce_mean(tf.math.square(y - 1.0))
train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(sess.run([train_op, loss], {x: np.eye(2, dtype='f') + i})[1])
