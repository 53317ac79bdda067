# expect: native one device, parity
"""Functions that take an element out of what they are given: what they give may be changed."""

from operator import itemgetter, getitem

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)
data = [(rng.rand(3), [float(i % 2)]) for i in range(6)]
order, sizes = zip(*sorted(enumerate([len(d[0]) for d in data]), key=itemgetter(1)))
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.get_variable("w", [3, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        first = itemgetter(1)(data[0])
        first.append(0.0)
        getitem(data[1], 1)[0] += 1.0
        feed = {x: [data[i][0] for i in order], y: [data[i][1][:1] for i in order]}
        _, cost = sess.run([train_op, loss], feed_dict=feed)
        again = sess.run(loss, feed_dict=feed)
        print(step, "%.6f %.6f" % (cost, again), len(data[0][1]), data[1][1])
