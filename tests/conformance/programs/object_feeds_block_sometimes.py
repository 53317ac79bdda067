# expect: compat, parity
"""A method fills what is fed, not with the same each time, for the function that built its object."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(3)


class Model(object):
    def __init__(self, size):
        self.x = tf.placeholder(tf.float32, [None, size])
        self.y = tf.placeholder(tf.float32, [None, 1])
        self.part = tf.placeholder_with_default(1.0, [])
        w = tf.get_variable('w', [size, 1], initializer=tf.constant_initializer(0.1))
        self.output = tf.matmul(self.x, w) * self.part
        self.loss = tf.reduce_mean(tf.square(self.output - self.y))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    def get_feed_dict(self, x, y=None, part=None):
        feed_dict = {}
        feed_dict[self.x] = x
        if y is not None:
            feed_dict[self.y] = y
        if part is not None:
            feed_dict.update({self.part: part})
        return feed_dict


def main():
    model = Model(3)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(4):
            x, y = rng.rand(4, 3), rng.rand(4, 1)
            feed_dict = model.get_feed_dict(x, y, 0.5)
            _, loss = sess.run([model.train_op, model.loss], feed_dict=feed_dict)
            print(step, loss, sess.run(model.loss, model.get_feed_dict(x, y)))
            print(sess.run(model.output, model.get_feed_dict(x)).sum())


main()
