# expect: SES201, not run: it needs the other tasks of its cluster
"""Tasks that serve wait for the workers, and then go on with what all do."""

import argparse

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument('--job_name', default='worker')
parser.add_argument('--task_index', type=int, default=0)
parser.add_argument('--ps_hosts', default='localhost:2222')
parser.add_argument('--worker_hosts', default='localhost:2223')
parser.add_argument('--last_step', type=int, default=20)
FLAGS = parser.parse_args()

ps_hosts, worker_hosts = FLAGS.ps_hosts.split(','), FLAGS.worker_hosts.split(',')


def done_queue(index):
    with tf.device('/job:ps/task:%d' % index):
        return tf.FIFOQueue(len(worker_hosts), tf.int32, shared_name='done_queue%d' % index)


def done_queues():
    return [done_queue(index) for index in range(len(ps_hosts))]


cluster = tf.train.ClusterSpec({'ps': ps_hosts, 'worker': worker_hosts})
server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
if FLAGS.job_name == 'ps':
    sess = tf.Session(server.target)
    queue = done_queue(FLAGS.task_index)
    for i in range(len(worker_hosts)):
        sess.run(queue.dequeue())
        print('ps %d: %d done' % (FLAGS.task_index, i))
    print('ps quits')
else:
    with tf.device(tf.train.replica_device_setter(cluster=cluster)):
        global_step = tf.train.get_or_create_global_step()
        x = tf.placeholder(tf.float32, [None, 4])
        y = tf.placeholder(tf.float32, [None])
        w = tf.get_variable('w', [4, 1], initializer=tf.constant_initializer(0.5))
        loss = tf.reduce_mean(tf.square(tf.squeeze(tf.matmul(x, w), 1) - y))
        train_op = tf.train.AdagradOptimizer(0.3).minimize(loss, global_step=global_step)
    enqueues = []
    for queue in done_queues():
        enqueues.append(queue.enqueue(1))
    random = np.random.RandomState(FLAGS.task_index)
    supervisor = tf.train.Supervisor(is_chief=FLAGS.task_index == 0, global_step=global_step)
    with supervisor.managed_session(server.target) as session:
        step = 0
        while not supervisor.should_stop() and step < FLAGS.last_step:
            xs = random.rand(8, 4).astype(np.float32)
            _, loss_value, step = session.run([train_op, loss, global_step], feed_dict={x: xs, y: xs.sum(1)})
            print('step', 0, 0, 'loss', repr(float(loss_value)))
        for enqueue in enqueues:
            session.run(enqueue)  # for as many as serve
    print('done')
print('all that follows runs in every task')
