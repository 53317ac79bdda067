# expect: CLU201, not run: it needs the other tasks of its cluster
"""A session that is on no server, though the graph names devices of the cluster."""

import sys

import tensorflow as tf

cluster = tf.train.ClusterSpec({'ps': ['localhost:2222'], 'worker': ['localhost:2223', 'localhost:2224']})
server = tf.train.Server(cluster, job_name=sys.argv[1], task_index=int(sys.argv[2]))
if sys.argv[1] == 'ps':
    server.join()
with tf.device('/job:ps/task:0'):
    w = tf.Variable(tf.zeros([2, 1]))
loss = tf.reduce_mean(tf.square(w - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as session:
    session.run(tf.global_variables_initializer())
    for _ in range(3):
        print(session.run([train_op, loss]))
