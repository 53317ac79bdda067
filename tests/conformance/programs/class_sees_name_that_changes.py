# expect: SES208
"""A method uses a name of the block, which stands for something else before the first run."""

import numpy as np
import tensorflow as tf


class Net(object):
    def __init__(self, x):
        self.x = x

    def build(self):
        return tf.reduce_sum(self.x) * scale


scale = 2.0
x = tf.placeholder(tf.float32, [None, 3])
net = Net(x)
outputs = net.build()
scale = 4.0
sess = tf.Session()
print(sess.run(outputs, {x: np.ones((2, 3))}))
