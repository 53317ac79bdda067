"""Another program, of another process: it builds the network of the one that trains."""

import numpy as np
import tensorflow as tf

from net import network

x = tf.placeholder(tf.float32, [None, 4])
y, known = network(x)
known['first'] = x
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(known['first'], feed_dict={x: np.eye(4)}).shape)
