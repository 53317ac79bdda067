# expect: CLU203, not run: it needs the other tasks of its cluster
"""What has workers train in step is asked for its slots, of which a step would have others."""

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
    optimizer = tf.train.SyncReplicasOptimizer(tf.train.AdamOptimizer(0.1), replicas_to_aggregate=2)
    train_op = optimizer.minimize(loss, global_step=step)
    moment = optimizer.get_slot(w, 'm')
hooks = [optimizer.make_session_run_hook(index == 0), tf.train.StopAtStepHook(last_step=3)]
with tf.train.MonitoredTrainingSession(master=server.target, is_chief=index == 0, hooks=hooks) as session:
    while not session.should_stop():
        print(session.run([train_op, loss, moment]))
