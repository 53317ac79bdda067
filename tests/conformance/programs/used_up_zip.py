# expect: native
"""A `zip` that one step would use up, and another one needs too."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3], name='x')
y = tf.placeholder(tf.float32, [None], name='y')
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.5))
b = tf.get_variable('b', [1], initializer=tf.constant_initializer(0.1))

pairs = zip([1.5, 2.0], [0.1, 0.2])
h = x
for s, t in pairs:
  h = h * s + t
pred = tf.reshape(tf.matmul(h, w) + b, [-1])
loss = tf.reduce_mean(tf.square(pred - y))

train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

rng = np.random.RandomState(0)
with tf.Session() as sess:
  sess.run(tf.global_variables_initializer())
  for step in range(4):
    batch = rng.rand(5, 3)
    _, value = sess.run([train_op, loss], {x: batch, y: batch.sum(1)})
    print(step, value)

  print(sess.run(pred, {x: np.ones((2, 3))}))
