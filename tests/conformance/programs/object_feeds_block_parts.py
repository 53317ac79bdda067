# expect: wrapped, parity
"""A block puts a part of the graph into the dictionary that a method of an object has given it."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(3)


class Model(object):
    def __init__(self, size):
        self.x = tf.placeholder(tf.float32, [None, size])
        self.y = tf.placeholder(tf.float32, [None, 1])
        self.part = tf.placeholder_with_default(1.0, [])
        w = tf.get_variable('w', [size, 1], initializer=tf.constant_initializer(0.1))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) * self.part - self.y))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    def get_feed_dict(self, x, y):
        return {self.x: x, self.y: y}


def main():
    model = Model(3)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(4):
            feed_dict = model.get_feed_dict(rng.rand(4, 3), rng.rand(4, 1))
            if step % 2:
                feed_dict[model.part] = 0.5 if model.loss is not None else 0.1
            _, loss = sess.run([model.train_op, model.loss], feed_dict=feed_dict)
            print(step, loss)
            feed_dict.update({model.part: 0.1, model.y: np.ones((4, 1))})
            print(sess.run(model.loss, feed_dict))


main()
