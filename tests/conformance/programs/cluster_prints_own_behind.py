# expect: compat shared-variable workers, not run: it needs the other tasks of its cluster
"""Workers in a condition behind which a value of theirs is printed, which other tasks lack."""

import argparse
import time

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument('--job_name', default='worker')
parser.add_argument('--task_index', type=int, default=0)
parser.add_argument('--deploy_mode', default='one')
FLAGS = parser.parse_args()

start_time = time.time()
clusters = {
    'one': tf.train.ClusterSpec({'worker': ['localhost:2222']}),
    'two': tf.train.ClusterSpec({'ps': ['localhost:2222'], 'worker': ['localhost:2223']}),
}
cluster = clusters[FLAGS.deploy_mode]
server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.float32, [None])
if FLAGS.job_name == 'ps':
    server.join()
elif FLAGS.job_name == 'worker':
    with tf.device(tf.train.replica_device_setter(cluster=cluster)):
        w = tf.get_variable('w', [4, 1], initializer=tf.constant_initializer(0.5))
        loss = tf.reduce_mean(tf.square(tf.squeeze(tf.matmul(x, w), 1) - y))
        step = tf.train.get_or_create_global_step()
        train_op = tf.train.AdagradOptimizer(0.3).minimize(loss, global_step=step)
    init = tf.global_variables_initializer()
    random = np.random.RandomState(FLAGS.task_index)
    with tf.Session(server.target) as session:
        session.run(init)
        for count in range(5):
            xs = random.rand(8, 4).astype(np.float32)
            _, loss_value = session.run([train_op, loss], feed_dict={x: xs, y: xs.sum(1)})
            print('step', count, 'loss', repr(float(loss_value)))
print('last', loss_value)
