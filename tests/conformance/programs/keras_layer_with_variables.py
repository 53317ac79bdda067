# expect: lower
"""A layer of Keras that has variables: TF 2's own would name them otherwise, and the store would not have them."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 6])
hidden = tf.keras.layers.Dense(5)(x)
w = tf.get_variable("w", [5, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(hidden, w)))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        _, value = sess.run([train_op, loss], feed_dict={x: np.ones([4, 6], np.float32)})
        print(value)
