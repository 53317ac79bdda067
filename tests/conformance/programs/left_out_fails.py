# expect: native
"""Parts of the graph that no run needs, whose building fails where a key is missing or a text is no number."""

import numpy as np
import tensorflow as tf

RATES = {'small': '0.1', 'large': '0.5'}
NAMES = ['small', 'large']


def rate_of(name):
  return float(RATES[name])


x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(0.5))
loss = tf.reduce_mean(tf.square(tf.reduce_sum(x * w, 1) - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
unused = w * rate_of(NAMES[-1])
scaled = tf.reduce_sum(w) / len(RATES)

with tf.Session() as sess:
  sess.run(tf.global_variables_initializer())
  try:
    missing = rate_of('tiny')
  except KeyError as error:
    print('missing', error)
  for step in range(3):
    _, value = sess.run([train_op, loss], {x: np.ones([2, 2]) * step})
    print(step, value)
