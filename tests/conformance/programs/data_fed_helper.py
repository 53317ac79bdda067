# expect: native, parity
"""A function of the program describes the data set; the run of the initialiser is a method."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(5)
x = rng.rand(7, 3).astype(np.float32)
y = x.sum(axis=1, keepdims=True)


def describe(rows, targets, size, repeat=1):
    data = tf.data.Dataset.from_tensor_slices((rows, targets))
    return data.repeat(repeat).batch(size)


features = tf.placeholder(tf.float32, [None, 3])
labels = tf.placeholder(tf.float32, [None, 1])
data = describe(features, labels, 4, repeat=2)
data = data.prefetch(1)
iterator = data.make_initializable_iterator()
next_x, next_y = iterator.get_next()

w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.2))
loss = tf.reduce_mean(tf.square(tf.matmul(next_x, w) - next_y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    iterator.initializer.run(feed_dict={features: x, labels: y})
    for _ in range(4):
        print(sess.run([loss, train_op])[0])
