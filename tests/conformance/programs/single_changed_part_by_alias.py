# expect: lower
"""A condition of the graph reads a dictionary that another name for a part of it changes before the run."""

import tensorflow as tf

settings = {"mode": {"doubled": True}}
mode = first = settings["mode"]
x = tf.placeholder(tf.float32, [2])
if settings["mode"]["doubled"]:
    out = x * 2.0
else:
    out = x * 3.0
first["doubled"] = False

with tf.Session() as sess:
    print(mode, sess.run(out, {x: [1.0, 2.0]}))
