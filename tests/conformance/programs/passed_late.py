# expect: safe wrapped
"""A function that is handed a tensor builds on it, in every call."""

import numpy as np
import tensorflow as tf


def answer(sess, logits, x, values):
    best = tf.argmax(logits, 1)  # built anew in every call
    return sess.run(best, {x: values})


def main():
    x = tf.placeholder(tf.float32, [None, 3])
    scores = x * tf.constant([1.0, -2.0, 0.5])
    with tf.Session() as sess:
        for seed in range(2):
            print(answer(sess, scores, x, np.random.RandomState(seed).rand(3, 3)))


main()
