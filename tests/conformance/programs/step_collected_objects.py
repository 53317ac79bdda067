# expect: safe compat, races used/norm other/norm: norms of the weights are read beside their update
"""Objects put summaries and losses into collections that the program reads."""

import numpy as np
import tensorflow as tf


class Layer(object):
    def __init__(self, name, size, decay):
        self.w = tf.get_variable(name, [3, size], initializer=tf.constant_initializer(0.2))
        tf.add_to_collection('decay', decay * tf.nn.l2_loss(self.w))
        tf.summary.scalar(name + '/norm', tf.norm(self.w))


rng = np.random.RandomState(62)
x = tf.placeholder(tf.float32, [None, 3])
used = Layer('used', 1, 0.1)
other = Layer('other', 2, 0.3)
fit = tf.reduce_mean(tf.square(tf.matmul(x, used.w) - 1.0))
loss = fit + tf.add_n(tf.get_collection('decay'))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
merged = tf.summary.merge_all()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        text, _, value = sess.run([merged, train_op, loss], {x: rng.rand(4, 3)})
        print(i, value, len(text))
        print(sess.run(other.w).sum())
