# expect: safe wrapped
"""A helper draws initial values from the generator that makes the data as well."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(36)


def weights(name, shape):
    return tf.get_variable(name, initializer=(0.1 * rng.randn(*shape)).astype(np.float32))


def net(x):
    return tf.matmul(tf.nn.tanh(tf.matmul(x, weights('a', (3, 4)))), weights('b', (4, 1)))


x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
out = net(x)
loss = tf.reduce_mean(tf.square(out - y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        bx = rng.rand(4, 3)
        _, v = sess.run([train_op, loss], {x: bx, y: bx.sum(1, keepdims=True)})
        print(i, v, sess.run(out, {x: np.ones((1, 3))}))
