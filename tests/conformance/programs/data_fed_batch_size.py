# expect: native, parity
"""The same iterator over training and validation data, in batches of a size that is fed too."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(5)
x = rng.rand(7, 3).astype(np.float32)
y = x.sum(axis=1, keepdims=True)

batch_size = tf.placeholder(tf.int64, [])
source = tf.placeholder(tf.float32, shape=[None, 3])
target = tf.placeholder(tf.float32, shape=(None, 1))
data = tf.data.Dataset.from_tensor_slices((source, target)).batch(batch_size)
iterator = tf.data.make_initializable_iterator(data)
start = iterator.initializer
next_x, next_y = iterator.get_next()

w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.2))
loss = tf.reduce_mean(tf.square(tf.matmul(next_x, w) - next_y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(2):
        sess.run(start, feed_dict={target: y, source: x, batch_size: 3})
        for _ in range(3):
            sess.run(train_op)
        sess.run(start, feed_dict={source: x[:2], target: y[:2], batch_size: 2})
        print(epoch, sess.run(loss))
