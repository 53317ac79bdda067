# expect: native, parity
import numpy as np
import tensorflow as tf

import net

x = tf.placeholder(tf.float32, [None, 4])
hidden = net.dense(x, 4, 'first')
loss = tf.reduce_mean(tf.square(net.model(hidden) - 0.5))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(5):
        _, value = sess.run([train_op, loss], feed_dict={x: np.full((2, 4), step, np.float32)})
        print(value)
