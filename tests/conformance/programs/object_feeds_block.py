# expect: native, parity
"""A function builds an object, opens the session, and feeds what a method of the object gives."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(3)


class Model(object):
    def __init__(self, size, keep):
        self.keep = keep
        self.x = tf.placeholder(tf.float32, [None, size])
        self.y = tf.placeholder(tf.float32, [None, 1])
        self.part = tf.placeholder(tf.float32, [])
        w = tf.get_variable('w', [size, 1], initializer=tf.constant_initializer(0.1))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) * self.part - self.y))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    def get_feed_dict(self, batch, is_training):
        x, y = batch
        return {self.x: x, self.y: np.maximum(y, 0.1), self.part: self.keep if is_training else 1.0}


def main():
    model = Model(3, 0.5)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(4):
            batch = rng.rand(4, 3), rng.rand(4, 1)
            feed_dict = model.get_feed_dict(batch, True)
            _, loss = sess.run([model.train_op, model.loss], feed_dict=feed_dict)
            print(step, loss, sess.run(model.loss, feed_dict=model.get_feed_dict(batch, False)))


main()
