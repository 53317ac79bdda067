# expect: compat, parity
"""An object makes another one, which adds to a collection, and so does a method of that."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(19)


class Dense(object):
    def __init__(self, rows):
        self.kernel = tf.Variable(tf.ones([rows, 1]))
        tf.add_to_collection('costs', tf.reduce_sum(tf.abs(self.kernel)))

    def forward(self, x):
        tf.add_to_collection('costs', tf.reduce_sum(tf.square(self.kernel)))
        return tf.matmul(x, self.kernel)


class Net(object):
    def __init__(self):
        self.inner = Dense(3)


x = tf.placeholder(tf.float32, [None, 3])
scale = tf.Variable(2.0)
tf.add_to_collection('costs', scale)
net = Net()
outputs = net.inner.forward(x) * scale
loss = tf.reduce_mean(tf.square(outputs - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
cost = tf.add_n(tf.get_collection('costs'))

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        _, value = sess.run([train_op, loss], {x: rng.rand(4, 3)})
        print(value, sess.run(cost))
