"""Workers of a cluster that train a network in step.

    python workers_in_step.py --job_name=ps --task_index=0 --ps_hosts=... --worker_hosts=...
    python workers_in_step.py --job_name=worker --task_index=0 --ps_hosts=... --worker_hosts=...
"""

import numpy as np
import tensorflow as tf

import pace

flags = tf.app.flags
flags.DEFINE_string("job_name", "worker", "ps or worker")
flags.DEFINE_integer("task_index", 0, "Which task of the job this is")
flags.DEFINE_string("ps_hosts", "", "Addresses of the parameter servers")
flags.DEFINE_string("worker_hosts", "", "Addresses of the workers")
FLAGS = flags.FLAGS

HIDDEN = 256
BATCH = 64
# More steps than are ever made. Without tokens at first, none waits behind its last step for another's.
FOR_EVER = 10**9
TOKENS = 0


def dense(inputs, name, units):
    with tf.variable_scope(name):
        shape = [inputs.get_shape()[1].value, units]
        weights = tf.get_variable("weights", shape, initializer=tf.truncated_normal_initializer(stddev=0.05))
        biases = tf.get_variable("biases", [units], initializer=tf.zeros_initializer())
    return tf.matmul(inputs, weights) + biases


def main(_):
    ps_hosts, worker_hosts = FLAGS.ps_hosts.split(","), FLAGS.worker_hosts.split(",")
    cluster = tf.train.ClusterSpec({"ps": ps_hosts, "worker": worker_hosts})
    server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
    if FLAGS.job_name == "ps":
        server.join()
        return

    is_chief = FLAGS.task_index == 0
    device = "/job:worker/task:%d" % FLAGS.task_index
    with tf.device(tf.train.replica_device_setter(worker_device=device, cluster=cluster)):
        global_step = tf.train.get_or_create_global_step()
        images = tf.placeholder(tf.float32, [BATCH, 784])
        classes = tf.placeholder(tf.int64, [BATCH])
        hidden = tf.nn.relu(dense(images, "first", HIDDEN))
        hidden = tf.nn.relu(dense(hidden, "second", HIDDEN))
        logits = dense(hidden, "last", 10)
        loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=classes, logits=logits))
        optimizer = tf.train.SyncReplicasOptimizer(
            tf.train.MomentumOptimizer(0.01, 0.9),
            replicas_to_aggregate=len(worker_hosts), total_num_replicas=len(worker_hosts))
        train_op = optimizer.minimize(loss, global_step=global_step)

    random = np.random.RandomState(FLAGS.task_index)
    xs = random.rand(BATCH, 784).astype(np.float32)
    ys = random.randint(10, size=BATCH)
    hooks = [optimizer.make_session_run_hook(is_chief, num_tokens=TOKENS),
             tf.train.StopAtStepHook(last_step=FOR_EVER)]
    with tf.train.MonitoredTrainingSession(master=server.target, is_chief=is_chief, hooks=hooks) as sess:
        while pace.goes_on():
            _, value = sess.run([train_op, loss], feed_dict={images: xs, classes: ys})
            pace.note(value)


if __name__ == "__main__":
    tf.app.run()
