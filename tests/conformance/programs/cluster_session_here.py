# expect: native one device, not run: it needs the other tasks of its cluster
"""A server that each task makes, and a session that is on none of them: each worker trains by itself."""

import sys

import tensorflow as tf

cluster = tf.train.ClusterSpec({'ps': ['localhost:2222'], 'worker': ['localhost:2223', 'localhost:2224']})
server = tf.train.Server(cluster, job_name=sys.argv[1], task_index=int(sys.argv[2]))
if sys.argv[1] == 'ps':
    server.join()
elif sys.argv[1] == 'worker':
    x = tf.placeholder(tf.float32, [None, 2])
    w = tf.Variable(tf.zeros([2, 1]))
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for _ in range(3):
            print(session.run([train_op, loss], {x: [[1.0, 2.0]]}))
