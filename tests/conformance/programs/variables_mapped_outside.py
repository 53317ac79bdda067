# expect: wrapped, parity
"""Variables that a library makes for a list of the module, whose graph a function trains."""

import numpy as np
import tensorflow as tf

SCALES = list(map(tf.Variable, [0.5, 2.0]))


def main():
    x = tf.placeholder(tf.float32, [None])
    loss = tf.reduce_mean(tf.square(x * SCALES[0] * SCALES[1] - 3.0))
    train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(3):
            _, value = sess.run([train_op, loss], {x: np.arange(4.0)})
            print(step, value)


main()
