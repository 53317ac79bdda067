# expect: native, parity, prints otherwise: how tensors are shown when the graph is built
"""What is shown is computed for the show alone, before a variable that is named as operations are."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(7)
x = tf.placeholder(tf.float32, [None, 2])
first = tf.Variable(np.full([2, 1], 0.3, np.float32))
once = tf.matmul(x, first)
print('twice', once + once)
second = tf.Variable(np.float32(1.0))
loss = tf.reduce_mean(tf.square(once - second))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(i, sess.run([train_op, loss], {x: rng.rand(3, 2)})[1])
    print(sess.run([first, second]))
