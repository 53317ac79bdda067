# expect: native, parity
"""Each variable is initialised by its own initialiser, before anything else runs."""

import tensorflow as tf

first = tf.Variable(tf.zeros([2]))
second = tf.Variable(tf.ones([2]) * 3.0)
loss = tf.reduce_sum(tf.square(first - second))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(first.initializer)
    sess.run([second.initializer])
    for _ in range(3):
        print(sess.run([train_op, loss])[1])
    print(sess.run([first, second]))
