# expect: SES211
"""A class uses placeholders that are made behind it."""

import numpy as np
import tensorflow as tf


class Net(object):
    def __init__(self, size):
        self.outputs = tf.reduce_sum(x) * size


x = tf.placeholder(tf.float32, [None, 2])
nets = [Net(2.0), Net(3.0)]
sess = tf.Session()
print(sess.run([nets[0].outputs, nets[1].outputs], {x: np.ones((3, 2))}))
