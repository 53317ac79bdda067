# expect: lower
"""A loop runs what it computes of each variable, which adds to the graph in each turn."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
w = tf.get_variable('w', [], initializer=tf.constant_initializer(0.5))
b = tf.get_variable('b', [], initializer=tf.constant_initializer(0.25))
loss = tf.reduce_mean(tf.square(x * w + b))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(loss, {x: np.arange(3)}))
    for v in tf.global_variables():
        print(v.name, sess.run(v * 2.0))
