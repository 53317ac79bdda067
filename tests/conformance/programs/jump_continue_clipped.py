# expect: native
"""A loop over gradients and variables goes on early for some of them."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3], name='x')
y = tf.placeholder(tf.float32, [None], name='y')
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.5))
b = tf.get_variable('b', [1], initializer=tf.constant_initializer(0.1))

pred = tf.reshape(tf.matmul(x, w) + b, [-1])
loss = tf.reduce_mean(tf.square(pred - y))

opt = tf.train.GradientDescentOptimizer(0.1)
grads = opt.compute_gradients(loss)
clipped = []
for g, v in grads:
  if 'b' in v.name:
    clipped.append((g, v))
    continue
  clipped.append((tf.clip_by_value(g, -0.01, 0.01), v))
train_op = opt.apply_gradients(clipped)

rng = np.random.RandomState(0)
with tf.Session() as sess:
  sess.run(tf.global_variables_initializer())
  for step in range(4):
    batch = rng.rand(5, 3)
    _, value = sess.run([train_op, loss], {x: batch, y: batch.sum(1)})
    print(step, value)
