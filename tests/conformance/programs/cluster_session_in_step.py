# expect: CLU203, not run: it needs the other tasks of its cluster
"""Workers that train in step, in a session of a server that nothing looks after."""

import sys

import tensorflow as tf

index = int(sys.argv[2])
cluster = tf.train.ClusterSpec({'ps': ['localhost:2222'], 'worker': ['localhost:2223', 'localhost:2224']})
server = tf.train.Server(cluster, job_name=sys.argv[1], task_index=index)
if sys.argv[1] == 'ps':
    server.join()
with tf.device(tf.train.replica_device_setter(cluster=cluster)):
    step = tf.train.get_or_create_global_step()
    w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
    loss = tf.reduce_sum(tf.square(w))
    optimizer = tf.train.SyncReplicasOptimizer(tf.train.GradientDescentOptimizer(0.1), 2)
    train_op = optimizer.minimize(loss, global_step=step)
init = tf.global_variables_initializer()
with tf.Session(server.target) as session:
    session.run(init)
    for _ in range(3):
        print(session.run([train_op, loss]))
