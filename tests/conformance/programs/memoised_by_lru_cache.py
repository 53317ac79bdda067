# expect: wrapped, parity
"""A cached function gives the network to the loss and to the prediction."""
import functools
import numpy as np
import tensorflow as tf


@functools.lru_cache(None)
def network(x):
    w = tf.get_variable('w', [3, 2], initializer=tf.ones_initializer())
    return tf.matmul(x, w)


x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 2])
loss = tf.reduce_mean(tf.square(network(x) - y))
out = network(x)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
rng = np.random.RandomState(0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        feed = {x: rng.rand(4, 3), y: rng.rand(4, 2)}
        _, l = sess.run([train_op, loss], feed_dict=feed)
        print(l, sess.run(out, {x: rng.rand(1, 3)}))
