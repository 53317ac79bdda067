# expect: native, parity
"""The model's module has a block that builds a graph of its own when it is run by itself."""
import numpy as np
import tensorflow as tf

import net

x = tf.placeholder(tf.float32, [None, 4])
loss = tf.reduce_mean(tf.square(net.model(x) - 0.5))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(5):
        _, value = sess.run([train_op, loss], feed_dict={x: np.full((2, 4), step, np.float32)})
        print(value)
