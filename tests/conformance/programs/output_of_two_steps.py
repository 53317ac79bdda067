# expect: SES254, parity
"""Both runs need what a function builds that also makes a folder: two steps would make it twice."""

import os
import tempfile

import numpy as np
import tensorflow as tf

folder = tempfile.mkdtemp()


def noted(tensor):
    os.mkdir(os.path.join(folder, 'noted'))
    return tf.nn.relu(tensor)


x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.5))
y = noted(tf.matmul(x, w))
loss = tf.reduce_mean(tf.square(y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([train_op, loss], {x: np.ones([3, 2])})[1])
    print(sess.run(y, {x: np.ones([1, 2])}), os.listdir(folder))
