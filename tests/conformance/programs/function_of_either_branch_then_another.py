# expect: SES211
"""Behind the branches that define a function there is a third one of its name, with an effect."""

import sys

import numpy as np
import tensorflow as tf

if sys.version_info > (3,):
    def shown(values):
        return values * 2.0
else:
    def shown(values):
        return values * 3.0

if sys.version_info > (3, 1):
    def shown(values):
        return tf.assign_add(counter, values)


counter = tf.Variable(0.0, name='counter')
loss = shown(1.0)
other = loss * 2.0

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(loss), sess.run(other), sess.run(counter))
