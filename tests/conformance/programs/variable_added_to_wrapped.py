# expect: wrapped, parity
"""What is added to a variable's name is added to its value, where the graph stays, too."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(5)


def train():
    x = tf.placeholder(tf.float32, [None, 2])
    total = tf.get_variable('total', [2], initializer=tf.constant_initializer(0.5))
    for factor in (1.0, 2.0):
        total += x * factor
    loss = tf.reduce_mean(tf.square(total))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(3):
            print(sess.run([loss, train_op], {x: rng.rand(4, 2)})[0])
        print(sess.graph.get_operation_by_name('total').type)


train()
