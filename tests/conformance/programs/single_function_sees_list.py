# expect: safe wrapped
"""A function of the block sums a list that grows between its definition and its call."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(17)


def main():
    x = tf.placeholder(tf.float32, [None, 3])
    w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
    terms = []

    def with_terms(loss):
        return loss + sum(terms)

    average = lambda loss: with_terms(loss) / (1.0 + len(terms))  # noqa: E731
    terms.append(0.01 * tf.nn.l2_loss(w))
    loss = average(tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0)))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(4):
            print(i, sess.run([train_op, loss], {x: rng.rand(4, 3)})[1])


main()
