# expect: native
"""Names of objects, of arrays and of parts of the graph that had other values before."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(2)


class Split(object):
    def __init__(self):
        self.parts = None

    def take(self, values, count):
        self.parts = np.split(values, count)


model = Split()
model.take(rng.rand(8, 3).astype(np.float32), 2)
batch = model.parts[0]
model.take(rng.rand(8, 1).astype(np.float32), 2)
labels = model.parts[0]

x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])


def model(values):
    with tf.variable_scope("model"):
        values = tf.layers.dense(values, 4, tf.nn.relu)
        return tf.layers.dense(values, 1)


out = model(x)
loss = tf.reduce_mean(tf.square(out - y))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(4):
        print(sess.run([train, loss], {x: batch, y: labels})[1])
