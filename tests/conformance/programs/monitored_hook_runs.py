# expect: SES201
"""A hook that runs the session itself, in what it is handed to do after each run."""

import tensorflow as tf

step = tf.train.get_or_create_global_step()
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(tf.square(w))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)


class After(tf.train.SessionRunHook):
    def after_run(self, run_context, run_values):
        context = run_context
        print(context.session.run(loss))


with tf.train.MonitoredTrainingSession(hooks=[After(), tf.train.StopAtStepHook(last_step=3)]) as session:
    while not session.should_stop():
        session.run(train_op)
