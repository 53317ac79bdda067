# expect: compat, parity
"""What is fed is an attribute that the object has for some settings alone, under the same condition."""

import numpy as np
import tensorflow as tf


class Model(object):
    def __init__(self, signed):
        if signed:
            self.ids = tf.placeholder(tf.int64, [2, 3])
            values = tf.cast(self.ids, tf.float32)
        else:
            self.marks = tf.placeholder(tf.float32, [2, 3, 1])
            values = self.marks[:, :, 0]
        self.state = tf.zeros([3])
        self.weight = tf.get_variable('weight', [3], initializer=tf.constant_initializer(0.5))
        self.next = tf.reduce_mean(values * self.weight + self.state, 0)
        self.loss = tf.reduce_sum(tf.square(self.next))


def run(signed):
    numbers = np.random.RandomState(3)
    with tf.Session() as sess:
        with tf.variable_scope('net'):
            model = Model(signed)
        sess.run(tf.global_variables_initializer())
        state = np.zeros([3])
        for _ in range(3):
            if signed:
                feed = {model.ids: numbers.randint(-3, 4, [2, 3])}
            else:
                feed = {model.marks: numbers.rand(2, 3, 1)}
            feed[model.state] = state
            loss, state = sess.run([model.loss, model.next], feed_dict=feed)
            print(loss)


run(signed=True)
