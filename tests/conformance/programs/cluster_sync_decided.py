# expect: compat shared-variable workers, not run: it needs the other tasks of its cluster
"""A flag decides whether workers train in step; another one, whether servers run already."""

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
parser.add_argument('--method', default='momentum')
parser.add_argument('--in_step', action='store_true')
parser.add_argument('--aggregated', type=int)
parser.add_argument('--served', action='store_true')
FLAGS = parser.parse_args()


def main():
    workers = FLAGS.worker_hosts.split(',')
    cluster = tf.train.ClusterSpec({'ps': FLAGS.ps_hosts.split(','), 'worker': workers})
    if not FLAGS.served:
        server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
        if FLAGS.job_name == 'ps':
            server.join()

    is_chief = FLAGS.task_index == 0
    device = '/job:worker/task:%d/cpu:0' % FLAGS.task_index
    with tf.device(tf.train.replica_device_setter(worker_device=device, cluster=cluster)):
        global_step = tf.Variable(0, name='global_step', trainable=False)
        w = tf.Variable(tf.fill([4, 1], 0.5), name='w')
        x = tf.placeholder(tf.float32, [None, 4])
        y = tf.placeholder(tf.float32, [None])
        loss = tf.reduce_mean(tf.square(tf.squeeze(tf.matmul(x, w), 1) - y))
        if FLAGS.method == 'momentum':
            optimizer = tf.train.MomentumOptimizer(0.05, 0.9)
        elif FLAGS.method == 'plain':
            optimizer = tf.train.GradientDescentOptimizer(0.05)
        else:
            raise ValueError('no method is called %s' % FLAGS.method)
        if FLAGS.in_step:
            if FLAGS.aggregated is None:
                aggregated = len(workers)
            else:
                aggregated = FLAGS.aggregated
            optimizer = tf.train.SyncReplicasOptimizer(
                optimizer, replicas_to_aggregate=aggregated, total_num_replicas=len(workers), name='in_step'
            )
        train_op = optimizer.minimize(loss, global_step=global_step)
        if FLAGS.in_step:
            local_init_op = optimizer.local_step_init_op
            if is_chief:
                local_init_op = optimizer.chief_init_op
            ready_for_local_init_op = optimizer.ready_for_local_init_op
            runner = optimizer.get_chief_queue_runner()
            tokens = optimizer.get_init_tokens_op(num_tokens=0)
        init_op = tf.global_variables_initializer()
        folder = tempfile.mkdtemp()
        if FLAGS.in_step:
            supervisor = tf.train.Supervisor(
                is_chief=is_chief,
                logdir=folder,
                init_op=init_op,
                local_init_op=local_init_op,
                ready_for_local_init_op=ready_for_local_init_op,
                recovery_wait_secs=1,
                global_step=global_step,
            )
        else:
            supervisor = tf.train.Supervisor(
                is_chief=is_chief, logdir=folder, init_op=init_op, recovery_wait_secs=1, global_step=global_step
            )
        config = tf.ConfigProto(allow_soft_placement=True)
        if FLAGS.served:
            target = 'grpc://' + workers[FLAGS.task_index]
            session = supervisor.prepare_or_wait_for_session(target, config=config)
        else:
            session = supervisor.prepare_or_wait_for_session(server.target, config=config)

    if FLAGS.in_step and is_chief:
        session.run(tokens)
        supervisor.start_queue_runners(session, [runner])
    random = np.random.RandomState(FLAGS.task_index)
    xs = random.rand(8, 4).astype(np.float32)
    feed = {x: xs, y: xs.sum(1)}
    while True:
        before = session.run(loss, feed_dict=feed)
        _, step = session.run([train_op, global_step], feed_dict=feed)
        print('step', step, step, 'loss', repr(float(before)))
        if step >= FLAGS.last_step:
            break
    print('done')


main()
