# expect: native one device, parity
"""Layers of Keras without variables, called where they are made: functions of the graph, of any type."""

import numpy as np
import tensorflow as tf
from tensorflow.keras.layers import Activation

x = tf.placeholder(tf.float64, [4, 3, 2])
flat = tf.keras.layers.Flatten()(x)
flat = Activation("relu")(flat)
flat = tf.keras.layers.LeakyReLU(alpha=0.1)(flat)
w = tf.get_variable("w", [6, 1], tf.float64, initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(flat, w)))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        _, value = sess.run([train_op, loss], feed_dict={x: np.ones([4, 3, 2], np.float64)})
        print(value)
