# expect: native, parity
"""Sessions are closed in the branches of a condition, and behind a break: nothing runs them there any more."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(x * w - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
sess = tf.Session()
sess.run(tf.global_variables_initializer())
for i in range(5):
    value = sess.run([train_op, loss], {x: np.eye(2) + i})[1]
    print(value)
    if i > 2:
        sess.close()
        break
    elif value > 1e6:
        sess.close()
        raise SystemExit
