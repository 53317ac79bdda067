# expect: lower
"""A Python value that is another one between the placeholder and the data set."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(5)
x = rng.rand(7, 3).astype(np.float32)
y = x.sum(axis=1, keepdims=True)

size = 7
features = tf.placeholder(tf.float32, [size, 3])
labels = tf.placeholder(tf.float32, [size, 1])
size = 2
data = tf.data.Dataset.from_tensor_slices((features, labels)).batch(size)
iterator = data.make_initializable_iterator()
next_x, next_y = iterator.get_next()

w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.2))
loss = tf.reduce_mean(tf.square(tf.matmul(next_x, w) - next_y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(iterator.initializer, {features: x, labels: y})
    print(sess.run([train_op, loss])[1])
