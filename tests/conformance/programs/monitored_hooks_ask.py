# expect: compat, races: a hook reads the step and the counter beside their updates, and prints them
"""Hooks ask for values beside each run, one of them only now and then, for what counts how often it is asked."""

import tempfile

import numpy as np
import tensorflow as tf

folder = tempfile.mkdtemp()


def train(last_step):
    with tf.Graph().as_default():
        step = tf.train.get_or_create_global_step()
        x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.3))
        asked = tf.get_variable('asked', [], initializer=tf.zeros_initializer(), trainable=False)
        loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
        tf.summary.scalar('loss', loss)
        count = asked.assign_add(1.0)
        train_op = tf.train.AdamOptimizer(0.05).minimize(loss, global_step=step)

        class Reporter(tf.train.SessionRunHook):
            """Prints what it asks for."""

            def begin(self):
                self.turn = -1

            def before_run(self, run_context):
                self.turn += 1
                if self.turn % 2:
                    return tf.train.SessionRunArgs({'loss': loss, 'counts': [count, step]})  # the counter too

            def after_run(self, run_context, run_values):
                print(self.turn, run_values.results)
                if self.turn > 20:
                    run_context.request_stop()

        rng = np.random.RandomState(last_step)
        with tf.train.MonitoredTrainingSession(
            checkpoint_dir=folder,
            hooks=[tf.train.StopAtStepHook(last_step=last_step), tf.train.NanTensorHook(loss), Reporter()],
            save_checkpoint_secs=None,
            save_checkpoint_steps=3,
            save_summaries_steps=2,
            config=tf.ConfigProto(allow_soft_placement=True),
        ) as session:
            while not session.should_stop():  # the first hook says when
                _, at = session.run([train_op, step], {x: rng.rand(4, 3)})
                print('step', at)


train(7)
print(tf.train.load_variable(folder, 'asked'), tf.train.load_variable(folder, 'w').ravel())
