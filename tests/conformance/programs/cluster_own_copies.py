# expect: compat shared-variable workers, not run: it needs the other tasks of its cluster
"""Each worker goes some steps on copies of its own, and then moves the shared variables by what it has seen."""

import argparse

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument('--job_name', default='worker')
parser.add_argument('--task_index', type=int, default=0)
parser.add_argument('--ps_hosts', default='localhost:2222')
parser.add_argument('--worker_hosts', default='localhost:2223')
parser.add_argument('--last_step', type=int, default=20)
parser.add_argument('--folder', default=None)
FLAGS = parser.parse_args()


def main():
    ps_hosts, worker_hosts = FLAGS.ps_hosts.split(','), FLAGS.worker_hosts.split(',')
    cluster = tf.train.ClusterSpec({'ps': ps_hosts, 'worker': worker_hosts})
    if FLAGS.job_name == 'ps':
        server = tf.train.Server(cluster, job_name='ps', task_index=FLAGS.task_index)
        server.join()
    else:
        server = tf.train.Server(cluster, job_name='worker', task_index=FLAGS.task_index)
        worker_device = '/job:worker/replica:0/task:%d' % FLAGS.task_index
        is_chief = FLAGS.task_index == 0
        with tf.device(worker_device):
            x = tf.placeholder(tf.float32, [None, 4])
            y = tf.placeholder(tf.float32, [None])
            w = tf.Variable(tf.zeros([4, 1]), collections=[tf.GraphKeys.LOCAL_VARIABLES])
            b = tf.Variable(tf.zeros([1]), collections=[tf.GraphKeys.LOCAL_VARIABLES])
            turns = tf.Variable(0, trainable=False, name='turns', collections=['counters'])
            loss = tf.reduce_mean(tf.square(tf.squeeze(tf.matmul(x, w) + b, 1) - y))
            own_optimizer = tf.train.AdagradOptimizer(0.05)
            seen = []
            for turn in range(3):
                # The copies have moved, and the loss is what it was.
                with tf.control_dependencies([moved] if turn else []):
                    pairs = own_optimizer.compute_gradients(loss, var_list=tf.local_variables())
                gradients, copies = zip(*pairs)
                seen.append(gradients)
                moved = own_optimizer.apply_gradients(pairs, global_step=turns)
            sums = [tf.add_n([gradients[index] for gradients in seen]) for index in range(len(copies))]
            slots = take_over()
            leave_to_worker()
        with tf.device(tf.train.replica_device_setter(worker_device=worker_device, cluster=cluster)):
            global_step = tf.train.get_or_create_global_step()
            optimizer = tf.train.AdamOptimizer(0.01)
            shared_of = shared_variables(slots)
            update = optimizer.apply_gradients(
                zip(sums, [shared_of[copy] for copy in copies]), global_step=global_step
            )
            with tf.control_dependencies([update]):
                pull = assign_each(shared_of)
            begin = assign_each(shared_of)
            init_op = tf.global_variables_initializer()
            own_init_op = tf.variables_initializer(tf.local_variables() + tf.get_collection('counters'))
        scaffold = tf.train.Scaffold(init_op=init_op, local_init_op=[own_init_op])
        hooks = [tf.train.StopAtStepHook(last_step=FLAGS.last_step)]
        session = tf.train.MonitoredTrainingSession(
            server.target, is_chief, checkpoint_dir=FLAGS.folder, scaffold=scaffold, hooks=hooks
        )
        session.run(begin)
        random = np.random.RandomState(FLAGS.task_index)
        while not session.should_stop():
            xs = random.rand(8, 4).astype(np.float32)
            _, _, value = session.run([update, pull, loss], feed_dict={x: xs, y: xs.sum(1)})
            print('step', 0, 0, 'loss', repr(float(value)))
        session.close()
        print('done')


def shared_variables(slots):
    """A variable on the servers for each copy."""
    shared_of = {}
    with tf.device('/job:ps/task:0'):
        for copy in tf.local_variables():
            if copy not in slots:
                name, zeros = 'shared/' + copy.op.name, tf.zeros_initializer()
                shared_of[copy] = tf.get_variable(name, shape=copy.shape, dtype=copy.dtype, initializer=zeros)
    return shared_of


def assign_each(shared_of):
    """Gives each copy the shared value."""
    pulls = [tf.assign(copy, shared_of[copy]) for copy in shared_of]
    with tf.control_dependencies(pulls):
        return tf.no_op()


def take_over():
    """Makes what the worker's own optimizer has made local; returns that."""
    taken = []
    for variable in tf.get_collection_ref(tf.GraphKeys.GLOBAL_VARIABLES):
        tf.add_to_collection(tf.GraphKeys.LOCAL_VARIABLES, variable)
        taken.append(variable)
    return taken


def leave_to_worker():
    """Takes all variables off those that are shared and saved."""
    graph = tf.get_default_graph()
    del graph._collections[tf.GraphKeys.GLOBAL_VARIABLES][:]


if __name__ == '__main__':
    main()
