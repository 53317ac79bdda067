# expect: wrapped, parity
"""A file is read where the graph is built, and written anew before it runs."""

import json
import os
import tempfile

import numpy as np
import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), 'settings.json')


def settings():
    with open(path) as file:
        return json.load(file)


def keep(**given):
    with open(path, 'w') as file:
        json.dump(given, file)


keep(rate=0.1)
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(x * w - 1.0)) * settings()['rate']
keep(rate=0.5)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(sess.run([train_op, loss], {x: np.eye(2) + i})[1])
