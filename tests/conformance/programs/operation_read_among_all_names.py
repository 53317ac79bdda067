# expect: native
"""What a run gives for an operation is read by a text that is filled from all names, and by another function."""

import numpy as np
import tensorflow as tf

result = "none yet"


def report():
    print(result)


def main():
    global result
    x = tf.placeholder(tf.float32, [None, 2])
    w = tf.get_variable("w", [2, 1], initializer=tf.ones_initializer())
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(3):
            updated, value = sess.run([train, loss], {x: np.eye(2)})
            print("{i} {updated} {value:.5f}".format(**locals()))
            result, value = sess.run([train, loss], {x: np.eye(2)})


main()
report()
