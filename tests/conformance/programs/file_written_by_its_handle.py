# expect: SES252
"""A file that is open is written by a function, by NumPy and by JSON, behind what reads its size."""

import json
import os
import tempfile

import numpy as np
import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), "log")
log = open(path, "w")


def note(text):
    json.dump({"note": text}, log)
    log.flush()


x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable("w", [2, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w))) + os.path.getsize(path)
note("built")
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(i, sess.run([train, loss], {x: np.eye(2)})[1])
log.close()
