# expect: SES201, not run: it needs the other tasks of its cluster
"""A session by the address of a task, in a list that is turned around behind the server."""

import sys

import tensorflow as tf

workers = ['localhost:2223', 'localhost:2224']
index = int(sys.argv[1])
server = tf.train.Server({'worker': workers}, job_name='worker', task_index=index)
if index == 5:
    server.join()
w = tf.Variable(tf.zeros([2, 1]))
step = tf.train.get_or_create_global_step()
loss = tf.reduce_mean(tf.square(w - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, step)
workers.reverse()
with tf.train.MonitoredTrainingSession('grpc://' + workers[index]) as session:
    for _ in range(3):
        print(session.run([train_op, loss]))
