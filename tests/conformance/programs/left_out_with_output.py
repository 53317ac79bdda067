# expect: SES254, parity
"""What no run needs is built by functions that also print, and make a folder."""

import os
import sys
import tempfile

import numpy as np
import tensorflow as tf

folder = tempfile.mkdtemp()


def described(tensor):
    sys.stdout.write('described %s\n' % tensor.get_shape().as_list())
    return tf.reduce_max(tensor)


class Probe(object):
    def __init__(self, tensor):
        os.makedirs(os.path.join(folder, 'probes'))
        self.largest = described(tensor)


x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.5))
y = tf.matmul(x, w)
probe = Probe(y)
loss = tf.reduce_mean(tf.square(y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([train_op, loss], {x: np.ones([3, 2])})[1])
print(os.listdir(folder))
