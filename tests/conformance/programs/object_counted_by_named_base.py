# expect: lower
"""The class above counts its objects, and the graph depends on how many there are: a trace would count on."""

import numpy as np
import tensorflow as tf


class Base(object):
    made = []

    def __init__(self, width):
        Base.made.append(self)
        self.width = width * len(Base.made)


class Net(Base):
    def __init__(self, width):
        Base.__init__(self, width)

    def build(self, x):
        return tf.layers.dense(x, self.width, name='dense', reuse=tf.AUTO_REUSE)


def main():
    x = tf.placeholder(tf.float32, [None, 4])
    y = Net(3).build(x)
    loss = tf.reduce_mean(tf.square(y - 1.0))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(3):
            print(sess.run([train_op, loss], feed_dict={x: np.eye(4)})[1])
        print(sess.run(y, feed_dict={x: np.eye(4)}).shape, len(Base.made))


if __name__ == '__main__':
    main()
