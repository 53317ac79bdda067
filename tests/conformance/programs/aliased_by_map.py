# expect: native
"""A list is filled by a bound method that is passed to `map`."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3], name='x')
y = tf.placeholder(tf.float32, [None], name='y')
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.5))
b = tf.get_variable('b', [1], initializer=tf.constant_initializer(0.1))

pred = tf.reshape(tf.matmul(x, w) + b, [-1])
loss = tf.reduce_mean(tf.square(pred - y))

losses = [loss]
list(map(losses.append, [0.1 * tf.nn.l2_loss(w), 0.2 * tf.nn.l2_loss(b)]))
loss = tf.add_n(losses)

train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

rng = np.random.RandomState(0)
with tf.Session() as sess:
  sess.run(tf.global_variables_initializer())
  for step in range(4):
    batch = rng.rand(5, 3)
    _, value = sess.run([train_op, loss], {x: batch, y: batch.sum(1)})
    print(step, value)
