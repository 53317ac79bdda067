# expect: SES255
"""What is run is built in two of three modes, each time of something else."""

import sys

import numpy as np
import tensorflow as tf

mode = sys.argv[1] if len(sys.argv) > 1 else "evaluate"
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable("w", [2], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.reduce_sum(x * w, 1) - 3.0))
if mode == "train":
    update = tf.train.AdamOptimizer(0.1).minimize(loss)
elif mode == "grow":
    update = tf.assign_add(w, [1.0, 1.0])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        batch = np.full((2, 2), i + 1.0)
        print(sess.run(loss, {x: batch}))
        if mode != "evaluate":
            sess.run(update, {x: batch})
