# expect: compat
"""A function that a loop over gradients calls raises for one of them, and a caller keeps those before it."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)


def halved(gradient, variable):
    if len(variable.get_shape()) == 1:
        raise ValueError('a bias')
    return gradient * 0.5


def until_one_raises(pairs):
    kept = []
    try:
        for gradient, variable in pairs:
            kept.append((halved(gradient, variable), variable))
    except ValueError:
        pass
    return kept


x = tf.placeholder(tf.float32, [None, 3])
first = tf.layers.dense(x, 3, kernel_initializer=tf.constant_initializer(0.3))
w = tf.Variable(tf.fill([3, 1], 0.4), name='w')
loss = tf.reduce_mean(tf.square(tf.matmul(first, w)))
optimizer = tf.train.GradientDescentOptimizer(0.1)
train_op = optimizer.apply_gradients(until_one_raises(optimizer.compute_gradients(loss)))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        _, value = sess.run([train_op, loss], feed_dict={x: rng.rand(4, 3).astype(np.float32)})
        print(step, value)
    print(sess.run(w).ravel())
