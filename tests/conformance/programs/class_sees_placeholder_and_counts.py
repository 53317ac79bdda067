# expect: lower
"""A class uses a placeholder of the block, and its objects count themselves in a list of the block."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
made = []


class Net(object):
    def __init__(self):
        made.append(1.0)
        self.outputs = tf.reduce_sum(x) * sum(made)


nets = [Net(), Net()]
sess = tf.Session()
print(sess.run(nets[0].outputs, {x: np.ones((3, 2))}), sess.run(nets[1].outputs, {x: np.ones((3, 2))}))
