# expect: lower
"""Tensors are fetched and fed by their names in the graph."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(73)
x = tf.placeholder(tf.float32, [None, 3], name='input')
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0), name='loss')
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, name='train')
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    graph = tf.get_default_graph()
    holder = graph.get_tensor_by_name('input:0')
    for i in range(3):
        sess.run('train', feed_dict={'input:0': rng.rand(4, 3)})
        print(i, sess.run('loss:0', feed_dict={holder: np.ones((1, 3))}))
