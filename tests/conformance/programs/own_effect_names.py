# expect: native
"""Methods of the program's own objects have names of TensorFlow's: `load`, `assign`, `apply`, `save`."""

import numpy as np
import tensorflow as tf


class Sizes(object):
    """Numbers that layers are made with; it builds nothing."""

    def __init__(self):
        self.sizes = {}

    def assign(self, name, size):
        self.sizes[name] = size

    def load(self, name):
        return self.sizes.get(name, 4)

    def apply(self, size):
        return size * 2


class Layers(object):
    """Layers that are made with another object's numbers."""

    def __init__(self, sizes):
        self.sizes = sizes

    def dense(self, inputs, name):
        size = self.sizes.apply(self.sizes.load(name))
        return tf.layers.dense(inputs, size, kernel_initializer=tf.ones_initializer(), name=name)

    def save(self, inputs):
        return tf.nn.tanh(self.dense(inputs, 'second'))


sizes = Sizes()
sizes.assign('second', 3)
layers = Layers(sizes)

x = tf.placeholder(tf.float32, [None, 3], name='x')
y = tf.placeholder(tf.float32, [None], name='y')
hidden = layers.save(layers.dense(x, 'first'))
loss = tf.reduce_mean(tf.square(tf.reduce_sum(hidden, 1) - y))
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)

rng = np.random.RandomState(0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        batch = rng.rand(5, 3)
        _, value = sess.run([train_op, loss], {x: batch, y: batch.sum(1)})
        print(step, value)
