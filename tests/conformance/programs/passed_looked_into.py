# expect: lower
"""The function looks at the tensor that it was given, which is no tensor any more."""

import numpy as np
import tensorflow as tf


def evaluate(sess, loss, x):
    print(loss.name, x.get_shape())
    return sess.run(loss, {x: np.ones([3])})


def main():
    x = tf.placeholder(tf.float32, [3])
    w = tf.Variable(2.0, name='w')
    loss = tf.reduce_sum(x * w, name='loss')
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        print(evaluate(sess, loss, x))


main()
