# expect: SES208
"""A dictionary has the program's own function make what is missing, which counts what the graph reads."""

import collections

import numpy as np
import tensorflow as tf

made = [2.0]


def number():
    made[0] += 1.0
    return made[0]


numbers = collections.defaultdict(number)
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w))) * made[0]
numbers['first']
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([train, loss], {x: np.eye(2)})[1])
