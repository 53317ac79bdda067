# expect: compat, parity
"""A function gives what is fed by one way or another: by a condition, in a loop, and at its end."""

import numpy as np
import tensorflow as tf

first = tf.placeholder(tf.float32, [2, 2])
parts = [tf.placeholder(tf.float32, [1, 2]) for _ in range(2)]
scale = tf.placeholder(tf.float32, [])
w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.5))
losses = []
for i in range(2):
    with tf.device('/gpu:%d' % i):
        losses.append(tf.reduce_sum(tf.matmul(parts[i], w)))
begun = tf.assign(w, tf.transpose(tf.reduce_sum(first, 0, keepdims=True)))
loss = tf.add_n(losses) * scale
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)


def feed_of(values, beginning=False):
    if type(values) is tuple:
        values = values[0]
    values = np.asarray(values, np.float32)
    if beginning:
        feed = {first: values}
    else:
        halves = np.split(values, 2)
        feed = {parts[i]: halves[i] for i in range(2)}
    return feed


with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    feed = feed_of(np.ones([2, 2]), beginning=True)
    sess.run(begun, feed)
    for step in range(3):
        feed = feed_of((np.ones([2, 2]) * step,))
        feed.update({scale: step + 1.0})
        print(sess.run([loss, train_op], feed)[0])
