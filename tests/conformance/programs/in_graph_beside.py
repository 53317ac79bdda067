# expect: CLU204, not run: it needs the other tasks of its cluster
"""A session here, beside one on another machine: each has variables of its own."""

import sys

import tensorflow as tf

weights = tf.get_variable('weights', [4], initializer=tf.ones_initializer())
train_op = tf.assign_sub(weights, 0.1 * weights)
init = tf.global_variables_initializer()
with tf.Session('grpc://' + sys.argv[1]) as session:
    session.run(init)
    print(session.run(train_op))
with tf.Session() as session:
    session.run(init)
    print(session.run(train_op))
