# expect: lower
"""A dictionary is changed by another name for it, after the graph has read it."""

import tensorflow as tf

settings = {"scale": 2.0}
alias = settings
x = tf.placeholder(tf.float32, [2])
out = x * settings["scale"]
alias["scale"] = 5.0

with tf.Session() as sess:
    print(sess.run(out, {x: [1.0, 2.0]}))
