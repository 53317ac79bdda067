# expect: wrapped, parity
"""A monitored session that checkpoints, with hooks of the program's own; a second one goes on from there."""

import os
import tempfile

import numpy as np
import tensorflow as tf

folder = os.path.join(tempfile.mkdtemp(), 'run')


class Rows(tf.train.SessionRunHook):
    """Feeds what the loop does not, and keeps what was lost at each step."""

    def __init__(self, x, loss):
        self.x = x
        self.loss = loss
        self.rng = np.random.RandomState(5)
        self.losses = []

    def after_create_session(self, session, coord):
        print('variables', sorted(v.op.name for v in tf.global_variables()))

    def before_run(self, run_context):
        return tf.train.SessionRunArgs(self.loss, feed_dict={self.x: self.rng.rand(4, 3)})

    def after_run(self, run_context, run_values):
        self.losses.append(run_values.results)

    def end(self, session):
        print('mean', np.mean(self.losses))


def train(last_step):
    with tf.Graph().as_default():
        step = tf.train.get_or_create_global_step()
        x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.3))
        seen = tf.get_local_variable('seen', [], initializer=tf.zeros_initializer(), trainable=False)
        loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
        tf.summary.scalar('loss', loss)
        with tf.control_dependencies([seen.assign_add(1.0)]):
            train_op = tf.train.AdamOptimizer(0.05).minimize(loss, global_step=step)
        rows = Rows(x, loss)
        hooks = [tf.train.StopAtStepHook(last_step=last_step), tf.train.NanTensorHook(loss), rows]
        logged = tf.train.LoggingTensorHook({'loss': loss}, every_n_iter=2)
        with tf.train.MonitoredTrainingSession(checkpoint_dir=folder, hooks=hooks, chief_only_hooks=[logged],
                                               save_checkpoint_secs=None, save_checkpoint_steps=3,
                                               save_summaries_steps=2, log_step_count_steps=2) as sess:
            while not sess.should_stop():
                _, at, count = sess.run([train_op, step, seen])
                print('step', at, count)


train(5)
print('kept', os.path.basename(tf.train.latest_checkpoint(folder)))
train(8)
print('kept', os.path.basename(tf.train.latest_checkpoint(folder)))
reader = tf.train.load_checkpoint(folder)
print(reader.get_tensor('w').ravel(), reader.get_tensor('global_step'))
events = [name for name in os.listdir(folder) if name.startswith('events')]
values = [value.tag for name in sorted(events) for event in tf.train.summary_iterator(os.path.join(folder, name))
          for value in event.summary.value]
print('summaries', values.count('loss'))
