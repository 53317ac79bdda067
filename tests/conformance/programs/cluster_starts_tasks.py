# expect: SES215 wrapped, not run: it starts the tasks of its cluster itself
"""A program that starts the tasks of a cluster as processes of its own, and waits for those that train."""

import multiprocessing
import socket

import numpy as np
import tensorflow as tf


def free_port():
    with socket.socket() as listening:
        listening.bind(('localhost', 0))
        return listening.getsockname()[1]


def work(jobs, job, index, results):
    cluster = tf.train.ClusterSpec(jobs)
    server = tf.train.Server(cluster, job_name=job, task_index=index)
    if job == 'ps':
        server.join()
    with tf.device(tf.train.replica_device_setter(worker_device='/job:worker/task:%d' % index, cluster=cluster)):
        x = tf.placeholder(tf.float32, [None, 4])
        w = tf.get_variable('w', [4, 1], initializer=tf.constant_initializer(0.5))
        loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - tf.reduce_sum(x, 1, keep_dims=True)))
        step = tf.train.get_or_create_global_step()
        train_op = tf.train.AdamOptimizer(0.1).minimize(loss, global_step=step)
    random = np.random.RandomState(index)
    hooks = [tf.train.StopAtStepHook(last_step=20)]
    with tf.train.MonitoredTrainingSession(server.target, is_chief=index == 0, hooks=hooks) as session:
        while not session.should_stop():
            _, value = session.run([train_op, loss], {x: random.rand(8, 4)})
            results.put(float(value))
    results.put(None)


if __name__ == '__main__':
    hosts = {job: ['localhost:%d' % free_port()] for job in ('ps', 'worker')}
    found = multiprocessing.Queue()
    tasks = [multiprocessing.Process(target=work, args=(hosts, job, 0, found)) for job in ('ps', 'worker')]
    for task in tasks:
        task.daemon = True
        task.start()
    for count, result in enumerate(iter(found.get, None)):
        print('step', count, 0, 'loss', repr(result))
    tasks[1].join()
    tasks[0].terminate()
    print('done')
