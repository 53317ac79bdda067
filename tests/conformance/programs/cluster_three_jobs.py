# expect: compat shared-variable workers, not run: it needs the other tasks of its cluster
"""A task that neither serves nor trains as a worker may have a smaller graph, and train on that."""

import json
import os

import tensorflow as tf

config = json.loads(os.environ['TF_CONFIG'])
job, index = config['task']['type'], config['task']['index']
cluster = tf.train.ClusterSpec(config['cluster'])
server = tf.train.Server(cluster, job_name=job, task_index=index)
rate = 0.5
if job == 'ps':
    server.join()
elif job == 'worker':
    with tf.device(tf.train.replica_device_setter(cluster=cluster)):
        step = tf.train.get_or_create_global_step()
        w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
    rate = 0.1
loss = tf.reduce_sum(tf.square(tf.get_variable('v', [2])))
train_op = tf.train.GradientDescentOptimizer(rate).minimize(loss, global_step=tf.train.get_global_step())
hooks = [tf.train.StopAtStepHook(last_step=3)]
with tf.train.MonitoredTrainingSession(master=server.target, is_chief=index == 0, hooks=hooks) as session:
    while not session.should_stop():
        print(session.run([train_op, loss]))
