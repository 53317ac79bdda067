# expect: safe compat
"""The summaries are merged before the last of them is made."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(54)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
tf.summary.scalar('loss', loss)
test_error = tf.placeholder(tf.float32, [], name='test_error')
train_summaries = tf.summary.merge_all()
test_summary = tf.summary.scalar('test', test_error)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        _, text, value = sess.run([train_op, train_summaries, loss], {x: rng.rand(4, 3)})
        print(i, value, [v.tag for v in tf.Summary.FromString(text).value])
        text = sess.run(test_summary, {test_error: i / 2.0})
        print([(v.tag, v.simple_value) for v in tf.Summary.FromString(text).value])
