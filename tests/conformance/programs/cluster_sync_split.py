# expect: compat shared-variable workers, not run: it needs the other tasks of its cluster
"""One condition makes the optimizer by which workers train in step, its update, and what starts it."""

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
parser.add_argument('--in_step', action='store_true')
FLAGS = parser.parse_args()


def main():
    workers = FLAGS.worker_hosts.split(',')
    cluster = tf.train.ClusterSpec({'ps': FLAGS.ps_hosts.split(','), 'worker': workers})
    server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
    in_step = FLAGS.in_step
    if FLAGS.job_name == 'ps':
        server.join()
    elif FLAGS.job_name == 'worker':
        device = '/job:worker/task:%d' % FLAGS.task_index
        with tf.device(tf.train.replica_device_setter(worker_device=device, cluster=cluster)):
            global_step = tf.Variable(0, name='global_step', trainable=False)
            w = tf.Variable(tf.fill([4, 1], 0.5), name='w')
            x = tf.placeholder(tf.float32, [None, 4])
            y = tf.placeholder(tf.float32, [None])
            loss = tf.reduce_mean(tf.square(tf.squeeze(tf.matmul(x, w), 1) - y))
            optimizer = tf.train.MomentumOptimizer(0.05, 0.9)
            grads_and_vars = optimizer.compute_gradients(loss)
            # Each worker waits for the others.
            if in_step:
                together = tf.train.SyncReplicasOptimizer(
                    optimizer, replicas_to_aggregate=len(workers), total_num_replicas=len(workers)
                )
                train_op = together.apply_gradients(grads_and_vars, global_step=global_step)
                tokens = together.get_init_tokens_op(num_tokens=0)
                runner = together.get_chief_queue_runner()
            else:
                train_op = optimizer.apply_gradients(grads_and_vars, global_step=global_step)
            init_op = tf.global_variables_initializer()
        is_chief = FLAGS.task_index == 0
        supervisor = tf.train.Supervisor(
            is_chief=is_chief, logdir=tempfile.mkdtemp(), init_op=init_op, recovery_wait_secs=1,
            global_step=global_step,
        )
        with supervisor.prepare_or_wait_for_session(server.target) as session:
            if in_step and is_chief:
                supervisor.start_queue_runners(session, [runner])
                session.run(tokens)
            xs = np.random.RandomState(FLAGS.task_index).rand(8, 4).astype(np.float32)
            feed = {x: xs, y: xs.sum(1)}
            while True:
                before = session.run(loss, feed_dict=feed)
                _, step = session.run([train_op, global_step], feed_dict=feed)
                print('step', step, step, 'loss', repr(float(before)))
                if step >= FLAGS.last_step:
                    break
    print('done')


main()
