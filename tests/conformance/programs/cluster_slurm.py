# expect: compat shared-variable workers, not run: it needs the other tasks of its cluster
"""Tasks that ask SLURM which they are; PORT tells the first port of a node."""

import os

import tensorflow as tf


def main():
    resolver = tf.contrib.cluster_resolver.SlurmClusterResolver(
        {"ps": 1, "worker": 1},
        port_base=int(os.environ["PORT"]),
        gpus_per_node=2,
        tasks_per_node=2,
        auto_set_gpu=False,
    )
    cluster = resolver.cluster_spec()
    job, index = resolver.get_task_info()
    server = tf.train.Server(cluster, job_name=job, task_index=index)
    if job == "ps":
        server.join()
    with tf.device(tf.train.replica_device_setter(cluster=cluster)):
        x = tf.placeholder(tf.float32, [None, 2])
        w = tf.get_variable("w", [2, 1], initializer=tf.ones_initializer())
        loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
        step = tf.train.get_or_create_global_step()
        train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss, global_step=step)
    config = tf.ConfigProto(device_filters=["/job:ps", "/job:worker/task:%d" % index])
    hooks = [tf.train.StopAtStepHook(last_step=3)]
    with tf.train.MonitoredTrainingSession(
        master=server.target, is_chief=index == 0, config=config, hooks=hooks
    ) as sess:
        while not sess.should_stop():
            print("loss", sess.run([train_op, loss], feed_dict={x: [[1.0, 2.0]]})[1])


main()
