# expect: SES208
"""Two objects have one dictionary of attributes: the graph reads one by the first, and the other is set then."""

import numpy as np
import tensorflow as tf


class Settings(object):
    shared = {'scale': 2.0}

    def __init__(self):
        self.__dict__ = self.shared


first, second = Settings(), Settings()
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w))) * first.scale
second.scale = 5.0
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([train, loss], {x: np.eye(2)})[1])
