# expect: lower
"""The initial value of a variable is fed beside the data."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(5)
x = rng.rand(7, 3).astype(np.float32)
y = x.sum(axis=1, keepdims=True)

features = tf.placeholder(x.dtype, x.shape)
labels = tf.placeholder(y.dtype, y.shape)
data = tf.data.Dataset.from_tensor_slices((features, labels)).batch(3)
iterator = data.make_initializable_iterator()
next_x, next_y = iterator.get_next()
first = tf.placeholder(tf.float32, [3, 1])
w = tf.Variable(first)
loss = tf.reduce_mean(tf.square(tf.matmul(next_x, w) - next_y))
with tf.Session() as sess:
    sess.run([iterator.initializer, tf.global_variables_initializer()],
             {features: x, labels: y, first: np.ones([3, 1])})
    print(sess.run(loss))
