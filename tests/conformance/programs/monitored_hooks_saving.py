# expect: compat, parity
"""Hooks that save where the session itself does not; what is logged is decided before it opens."""

import os
import tempfile

import tensorflow as tf

folder = tempfile.mkdtemp()
verbose = 'QUIET' not in os.environ
step = tf.train.get_or_create_global_step()
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(tf.square(w))
tf.summary.scalar('loss', loss)
merged = tf.summary.merge_all()
train_op = tf.train.AdamOptimizer(0.1).minimize(loss, global_step=step)
hooks = [
    tf.train.CheckpointSaverHook(folder, save_steps=2, checkpoint_basename='kept'),
    tf.train.SummarySaverHook(save_steps=2, output_dir=folder, summary_op=merged),
    tf.train.SummarySaverHook(3, output_dir=folder + '/more', summary_op=tf.summary.merge_all()),
    tf.train.StepCounterHook(every_n_steps=2, output_dir=folder),
]
stop = tf.train.StopAtStepHook(num_steps=5)
if verbose:
    hooks.append(tf.train.LoggingTensorHook({'loss': loss}, every_n_iter=2))  # now and then
hooks.append(stop)
with tf.train.MonitoredTrainingSession(hooks=hooks) as session:
    while not session.should_stop():
        print(session.run([loss, train_op]))
print(tf.train.latest_checkpoint(folder)[-6:], tf.train.load_variable(folder, 'w'))
