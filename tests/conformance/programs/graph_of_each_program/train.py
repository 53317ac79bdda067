# expect: compat
"""Two programs build the same net, each in a graph of its own that is entered around all."""

import numpy as np
import tensorflow as tf

from net import inference


def train(steps):
    x, y = inference()
    loss = tf.reduce_mean(tf.square(y - 1.0))
    step = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(steps):
            _, value = sess.run([step, loss], {x: np.eye(3)})
            print(value)


if __name__ == '__main__':
    with tf.Graph().as_default():
        train(3)
