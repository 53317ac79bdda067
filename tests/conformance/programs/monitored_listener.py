# expect: SES201
"""What listens to a hook that saves runs the session, which it is handed."""

import tempfile

import tensorflow as tf

step = tf.train.get_or_create_global_step()
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(tf.square(w))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)


class Listener(tf.train.CheckpointSaverListener):
    def after_save(self, session, global_step_value):
        print(global_step_value, session.run(loss))


saving = tf.train.CheckpointSaverHook(tempfile.mkdtemp(), save_steps=2, listeners=[Listener()])
with tf.train.MonitoredTrainingSession(hooks=[saving, tf.train.StopAtStepHook(last_step=3)]) as session:
    while not session.should_stop():
        session.run(train_op)
