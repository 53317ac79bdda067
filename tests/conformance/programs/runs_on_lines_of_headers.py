# expect: native, parity
"""Statements that run something stand on the lines of their headers."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(x * w - 3.0))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
init = tf.global_variables_initializer()
sess = tf.Session(); sess.run(init)


def step(data): _, value = sess.run([train, loss], {x: data}); return value


data = np.ones([3, 2])
for i in range(3): _, value = sess.run([train, loss], {x: data}); print(i, value)  # three steps
if value > 1.0: sess.run(init)
else: print('small')
try: _, value = sess.run([train, loss], {x: data})
except ValueError: print('never')
print(value, step(data))
