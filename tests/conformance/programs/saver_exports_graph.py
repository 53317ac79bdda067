# expect: SES218
"""A saver writes the graph beside the values, which steps have none of."""

import os
import tempfile

import tensorflow as tf

w = tf.get_variable('w', [2], initializer=tf.ones_initializer())
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(w * w))
saver = tf.train.Saver()
folder = tempfile.mkdtemp()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train_op)
    print(sess.run(w))
    saver.export_meta_graph(os.path.join(folder, 'graph.meta'))
    print(os.listdir(folder))
