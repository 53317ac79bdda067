# expect: safe native
"""A summary from before TensorFlow 1.0 that is made behind the merge of all is not in it."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1))
tf.contrib.deprecated.scalar_summary('early', loss)
merged = tf.contrib.deprecated.merge_all_summaries()
tf.contrib.deprecated.histogram_summary('late', w)
train_op = tf.train.GradientDescentOptimizer(0.2).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        summary, _ = sess.run([merged, train_op], {x: np.eye(3)})
        print(step, [(one.tag, one.simple_value) for one in tf.Summary.FromString(summary).value])
