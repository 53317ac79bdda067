"""Workers of a cluster that train a network, each from examples that it reads in the graph.

    python workers_handed_steps.py --job_name=ps --task_index=0 --ps_hosts=... --worker_hosts=...
    python workers_handed_steps.py --job_name=worker --task_index=0 --ps_hosts=... --worker_hosts=...
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
# More steps than are ever made.
FOR_EVER = 10**9


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
    random = np.random.RandomState(0)
    examples = random.rand(1024, 784).astype(np.float32), random.randint(10, size=1024)
    dataset = tf.data.Dataset.from_tensor_slices(examples).repeat().batch(BATCH, drop_remainder=True)
    device = "/job:worker/task:%d" % FLAGS.task_index
    with tf.device(tf.train.replica_device_setter(worker_device=device, cluster=cluster)):
        global_step = tf.train.get_or_create_global_step()
        images, classes = dataset.make_one_shot_iterator().get_next()
        hidden = tf.nn.relu(dense(images, "first", HIDDEN))
        hidden = tf.nn.relu(dense(hidden, "second", HIDDEN))
        logits = dense(hidden, "last", 10)
        loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=classes, logits=logits))
        train_op = tf.train.MomentumOptimizer(0.01, 0.9).minimize(loss, global_step=global_step)

    hooks = [tf.train.StopAtStepHook(last_step=FOR_EVER)]
    with tf.train.MonitoredTrainingSession(master=server.target, is_chief=is_chief, hooks=hooks) as sess:
        while not sess.should_stop():  # for ever: whoever measures ends the process
            pace.goes_on()
            _, value = sess.run([train_op, loss])
            pace.note(value)


if __name__ == "__main__":
    tf.app.run()
