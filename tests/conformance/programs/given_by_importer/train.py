# expect: lower
"""Two sessions in one process: one object is made by a module that the program imports."""

import numpy as np
import tensorflow as tf

from network import Network
from pretrain import pretrain

rng = np.random.RandomState(14)
print(pretrain())
tf.reset_default_graph()
sess = tf.Session()
network = Network(sess, rate=0.2)
sess.run(tf.global_variables_initializer())
for step in range(4):
    inputs = rng.rand(6, 2)
    print(step, network.train(inputs, inputs.sum(1)))
