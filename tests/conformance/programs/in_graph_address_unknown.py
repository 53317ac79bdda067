# expect: CLU204, not run: it needs the other tasks of its cluster
"""Nothing tells whether the session is opened on this machine."""

import sys

import tensorflow as tf

weights = tf.get_variable('weights', [4], initializer=tf.ones_initializer())
train_op = tf.assign_sub(weights, 0.1 * weights)
with tf.Session(sys.argv[1]) as session:
    session.run(tf.global_variables_initializer())
    print(session.run(train_op))
