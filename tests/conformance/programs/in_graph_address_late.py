# expect: CLU204, not run: it needs the other tasks of its cluster
"""The address of the server is made behind the graph, of which the steps need to know it before."""

import sys

import tensorflow as tf

with tf.device('/job:worker/task:0'):
    weights = tf.get_variable('weights', [4], initializer=tf.ones_initializer())
    train_op = tf.assign_sub(weights, 0.1 * weights)
address = 'grpc://' + sys.argv[1]
with tf.Session(address) as session:
    session.run(tf.global_variables_initializer())
    print(session.run(train_op))
