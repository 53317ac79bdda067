# expect: SES210
"""A statement beside the run lists variables, of which one has parts: the graph lists these."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 4])
with tf.variable_scope("net", partitioner=tf.fixed_size_partitioner(2)):
    w = tf.get_variable("w", [4, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
train = tf.train.AdagradOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(i, sess.run([train, loss], {x: np.eye(4)})[1], [v.name for v in tf.global_variables()])
