# expect: SES212 wrapped
"""What an object keeps to initialise variables is run by another part of the graph."""

import numpy as np
import tensorflow as tf


class Model(object):
    def __init__(self, size):
        self.x = tf.placeholder(tf.float32, [None, size])
        self.w = tf.get_variable("w", [size, 1], initializer=tf.ones_initializer())
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, self.w) - 3.0))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)
        self.init_op = tf.global_variables_initializer()
        with tf.control_dependencies([self.init_op]):
            self.again = tf.identity(self.loss)


def main():
    model = Model(3)
    rng = np.random.RandomState(0)
    with tf.Session() as sess:
        sess.run(model.init_op)
        for step in range(4):
            _, loss = sess.run([model.train_op, model.loss], {model.x: rng.rand(5, 3)})
            print(sess.run(model.again, {model.x: rng.rand(5, 3)}))
            print(step, "%.6f" % loss)


main()
