# expect: native, parity
"""An iterator of NumPy that the graph uses up, as the steps of two runs are traced."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
left = np.nditer(np.arange(1.0, 3.0))
w = tf.get_variable('w', [3, 1], initializer=tf.ones_initializer())
h = tf.matmul(x, w) * float(sum(float(one) for one in left))
loss = tf.reduce_mean(tf.square(h))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(2):
        print(sess.run([train_op, loss], {x: np.ones((2, 3))})[1])
    print(sess.run(loss, {x: np.ones((2, 3))}))
