# expect: native, parity
"""Each variable is initialised by its own initialiser, before anything else runs."""

import tensorflow as tf

first = tf.Variable(tf.zeros([2]))
second = tf.Variable(tf.ones([2]) * 3.0)
with tf.Session() as sess:
    sess.run(first.initializer)
    sess.run(second.initializer)
    print(sess.run([first, second]))
