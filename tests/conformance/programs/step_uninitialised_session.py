# expect: safe wrapped
"""A second session that nobody initialised: its variables have no values, and the program knows."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(48)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
init = tf.global_variables_initializer()
for turn in range(2):
    sess = tf.Session()
    try:
        sess.run(train_op, {x: rng.rand(4, 3)})
        print('trained')
    except tf.errors.FailedPreconditionError:
        print('not initialised')
        sess.run(init)
    print(turn, sess.run(loss, {x: np.ones((1, 3))}))
    sess.close()
