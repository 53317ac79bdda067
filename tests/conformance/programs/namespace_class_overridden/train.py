# expect: compat, parity
"""A function of a base class calls one that the class below has in its own way: it updates a variable."""

import numpy as np
import tensorflow as tf

from nets import Counting

x = tf.placeholder(tf.float32, [None, 3])
out = Counting.inference(x)
double = out * 2.0
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(double, {x: np.ones([2, 3])}))
    print(sess.run(double, {x: np.ones([2, 3])}))
