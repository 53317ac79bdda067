# expect: compat shared-variable workers, not run: it needs the other tasks of its cluster
"""Workers that save by a saver of their own, which numbers what it saves by the shared step."""

import argparse
import tempfile

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument('--job_name', default='worker')
parser.add_argument('--task_index', type=int, default=0)
parser.add_argument('--ps_hosts', default='localhost:2222')
parser.add_argument('--worker_hosts', default='localhost:2223')
parser.add_argument('--last_step', type=int, default=20)
FLAGS = parser.parse_args()

cluster = tf.train.ClusterSpec({'ps': FLAGS.ps_hosts.split(','), 'worker': FLAGS.worker_hosts.split(',')})
server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
if FLAGS.job_name == 'ps':
    server.join()
else:
    with tf.device(tf.train.replica_device_setter(cluster=cluster)):
        global_step = tf.get_variable(
            'global_step', [], initializer=tf.constant_initializer(0), trainable=False, dtype=tf.int32
        )
        x = tf.placeholder(tf.float32, [None, 4])
        y = tf.placeholder(tf.float32, [None])
        w = tf.Variable(tf.fill([4, 1], 0.5), name='w')
        loss = tf.reduce_mean(tf.square(tf.squeeze(tf.matmul(x, w), 1) - y))
        train_op = tf.train.AdagradOptimizer(0.3).minimize(loss, global_step=global_step)
        init_op = tf.global_variables_initializer()
        saver = tf.train.Saver(max_to_keep=2)
supervisor = tf.train.Supervisor(
    is_chief=FLAGS.task_index == 0,
    init_op=init_op,
    recovery_wait_secs=1,
    global_step=global_step,
)
random = np.random.RandomState(FLAGS.task_index)
with supervisor.managed_session(server.target, config=tf.ConfigProto(allow_soft_placement=True)) as session:
    session.run(init_op)
    step = 0
    while not supervisor.should_stop() and step < FLAGS.last_step:
        xs = random.rand(8, 4).astype(np.float32)
        _, loss_value, step = session.run([train_op, loss, global_step], feed_dict={x: xs, y: xs.sum(1)})
        print('step', step, step, 'loss', repr(float(loss_value)))
    saved = saver.save(session, tempfile.mkdtemp() + '/model', global_step=global_step)
    print(saved.rpartition('-')[2] == str(step))
supervisor.stop()
print('done')
