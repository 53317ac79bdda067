# expect: compat shared-variable workers, not run: it needs the other tasks of its cluster
# a session with hooks wants a global step, which none of the workers' runs needs
import numpy as np
import tensorflow as tf

flags = tf.app.flags
flags.DEFINE_string('job_name', 'worker', 'ps or worker')
flags.DEFINE_integer('task_index', 0, 'which one')
FLAGS = flags.FLAGS


def main(_):
    cluster = tf.train.ClusterSpec({'ps': ['localhost:2222'], 'worker': ['localhost:2223']})
    server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
    if FLAGS.job_name == 'ps':
        server.join()
    device = '/job:worker/task:%d' % FLAGS.task_index
    with tf.device(tf.train.replica_device_setter(worker_device=device, cluster=cluster)):
        tf.train.get_or_create_global_step()
    lengths = tf.data.Dataset.from_tensor_slices(np.arange(7)).batch(2)
    batch = lengths.make_one_shot_iterator().get_next()
    words = 0
    with tf.train.MonitoredTrainingSession(server.target, is_chief=FLAGS.task_index == 0) as sess:
        while not sess.should_stop():
            words += int(sess.run(batch).sum())
    print(words, 'words')


if __name__ == '__main__':
    tf.app.run()
