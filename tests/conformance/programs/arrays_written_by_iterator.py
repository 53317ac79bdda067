# expect: SES208
"""An iterator of NumPy writes into the array that the graph has read."""

import numpy as np
import tensorflow as tf

scales = np.full(2, 2.0, np.float32)
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w))) * scales[0]
for one in np.nditer(scales, op_flags=['readwrite']):
    one[...] = 5.0
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([train, loss], {x: np.eye(2)})[1])
