# expect: compat shared-variable workers, not run: it needs the other tasks of its cluster
"""Parts of the graph of a worker, each on one line with the device that they are on."""

import tensorflow as tf

flags = tf.app.flags
flags.DEFINE_string("job_name", "worker", "")
flags.DEFINE_integer("task_index", 0, "")
FLAGS = flags.FLAGS
cluster = tf.train.ClusterSpec({"ps": ["localhost:2222"], "worker": ["localhost:2223"]})
server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
if FLAGS.job_name == "ps":
    server.join()
else:
    with tf.device("/job:worker/task:%d" % FLAGS.task_index): v = tf.get_variable("v", [], collections=[tf.GraphKeys.LOCAL_VARIABLES], initializer=tf.zeros_initializer())
    with tf.device(tf.train.replica_device_setter(cluster=cluster)): w = tf.get_variable("w", [2], initializer=tf.ones_initializer())
    with tf.device(tf.train.replica_device_setter(cluster=cluster)):
        loss = tf.reduce_sum(tf.square(w)); step = tf.train.get_or_create_global_step()
        train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
    with tf.train.MonitoredTrainingSession(server.target, FLAGS.task_index == 0, hooks=[tf.train.StopAtStepHook(10)]) as sess:
        while not sess.should_stop(): print(sess.run([train_op, loss, v]))
