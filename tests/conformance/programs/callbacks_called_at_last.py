# expect: SES208
"""What a library was given to call, it calls when it is told so: behind the graph, which has the number."""

import contextlib

import numpy as np
import tensorflow as tf

scales = [2.0]


def leave():
    scales[0] = 5.0


stack = contextlib.ExitStack()
stack.callback(leave)
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w))) * scales[0]
stack.close()
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([train, loss], {x: np.eye(2)})[1])
print(scales)
