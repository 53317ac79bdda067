# expect: lower
"""Variables are initialised only where a run says that they have no values."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
sess = tf.Session()
try:
    sess.run(train_op, {x: np.ones((4, 3))})
except tf.errors.FailedPreconditionError:
    print('no values')
    sess.run(tf.global_variables_initializer())
print(sess.run(loss, {x: np.ones((1, 3))}))
