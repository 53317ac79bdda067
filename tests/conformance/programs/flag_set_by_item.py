# expect: lower
"""A flag is given another value by its item, after the graph was built with the first."""

import numpy as np
import tensorflow as tf

tf.app.flags.DEFINE_float('factor', 0.5, 'a factor')
FACTORS = tf.app.flags.FLAGS
x = tf.placeholder(tf.float32, [None, 3])
h = x * float(FACTORS.factor)
h = h * float(FACTORS.factor)
sess = tf.Session()
FACTORS["factor"].value = 3.0
for step in range(3):
    print(sess.run(h, {x: np.ones([1, 3])}))
