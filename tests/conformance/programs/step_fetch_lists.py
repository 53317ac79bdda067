# expect: compat
"""Names that hold lists and tuples of tensors are fetched: gradients, splits, moments, states."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(90)
x = tf.placeholder(tf.float32, [4, 4])
w = tf.get_variable('w', [4, 2], initializer=tf.constant_initializer(0.1))
b = tf.get_variable('b', [2], initializer=tf.constant_initializer(0.2))
out = tf.matmul(x, w) + b
loss = tf.reduce_mean(tf.square(out - 1.0))
grads = tf.gradients(loss, [w, b])
parts = tf.split(out, 2, axis=1)
statistics = tf.nn.moments(out, axes=[0])
best = tf.nn.top_k(tf.reshape(out, [-1]), 2)
rows = tf.unstack(out)
count, total = tf.while_loop(lambda i, s: i < 3, lambda i, s: (i + 1, s + loss), [tf.constant(0), tf.constant(0.0)])
loop = tf.while_loop(lambda i, s: i < 2, lambda i, s: (i + 1, s + loss), [tf.constant(0), tf.constant(0.0)])
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(2):
        feed = {x: rng.rand(4, 4)}
        g = sess.run(grads, feed)
        print([one.shape for one in g], g[1])
        left, right = sess.run(parts, feed_dict=feed)
        mean, variance = sess.run(statistics, feed_dict=feed)
        print(left.sum(), right.sum(), mean, variance.max(), len(sess.run(rows, feed)))
        top = sess.run(best, feed_dict=feed)
        print(top.values, top.indices, sess.run(count, feed), sess.run(total, feed), sess.run(loop, feed)[0])
        print(sess.run([train_op, loss], feed)[1])
