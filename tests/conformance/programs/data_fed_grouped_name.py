# expect: lower
"""An initialiser with a name is one of a group."""

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

w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.2))
loss = tf.reduce_mean(tf.square(tf.matmul(next_x, w) - next_y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

begin = iterator.initializer
both = tf.group(begin, tf.global_variables_initializer())
with tf.Session() as sess:
    sess.run(both, {features: x, labels: y})
    print(sess.run([train_op, loss])[1])
