# expect: native
"""Numbers that the graph is built with are deleted when it is built."""

import numpy as np
import tensorflow as tf

scale, rate = 2.0, 0.1
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w))) * scale
del scale
train_op = tf.train.GradientDescentOptimizer(rate).minimize(loss)
rng = np.random.RandomState(0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(5):
        _, value = sess.run([train_op, loss], feed_dict={x: rng.rand(2, 3)})
        print(step, value)
print('scale' in globals(), 'rate' in globals())
