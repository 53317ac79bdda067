# expect: CLU201, not run: it needs the other tasks of its cluster
"""A server that each task makes, and a session that is on another one, by its address."""

import sys

import tensorflow as tf

cluster = tf.train.ClusterSpec({'worker': ['localhost:2223', 'localhost:2224']})
server = tf.train.Server(cluster, job_name='worker', task_index=int(sys.argv[1]))
if sys.argv[1] == '1':
    server.join()
w = tf.Variable(tf.zeros([2, 1]))
loss = tf.reduce_mean(tf.square(w - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session('grpc://localhost:2224') as session:
    session.run(tf.global_variables_initializer())
    for _ in range(3):
        print(session.run([train_op, loss]))
