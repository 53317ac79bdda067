# expect: native, parity
"""An object has its settings alone; its methods give parts of the graph."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(41)


class Model(object):
    def __init__(self, units, decay):
        self.units = units
        self.decay = decay

    def infer(self, x):
        hidden = tf.tanh(self._dense(x, 3, self.units, 'hidden'))
        return self._dense(hidden, self.units, 1, 'outputs')

    def loss(self, outputs, y):
        kernels = [one for one in tf.trainable_variables() if 'kernel' in one.name]
        return tf.reduce_mean(tf.square(outputs - y)) + self.decay * sum(map(tf.nn.l2_loss, kernels))

    def _dense(self, x, rows, columns, name):
        with tf.variable_scope(name):
            return tf.matmul(x, tf.get_variable('kernel', [rows, columns]))


x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
model = Model(4, 0.01)
outputs = model.infer(x)
loss = model.loss(outputs, y)
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        feed = {x: rng.rand(4, 3), y: rng.rand(4, 1)}
        print(sess.run([train_op, loss], feed)[1], sess.run(outputs, {x: np.ones((1, 3))}))
