# expect: native, parity
"""What a value goes on from is another number when the graph runs."""

import numpy as np
import tensorflow as tf

start = 2.0
x = tf.placeholder(tf.float32, [3])
factor = start
out = x
for _ in range(2):
    out = tf.multiply(out, factor)
    factor = factor + 1.0
start = 7.0
with tf.Session() as sess:
    print(sess.run(out, {x: np.ones(3)}), start)
