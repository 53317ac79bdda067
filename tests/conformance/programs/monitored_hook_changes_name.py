# expect: lower
"""A hook that runs what a name stands for at the end, which is something else by then."""

import tensorflow as tf

step = tf.train.get_or_create_global_step()
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(tf.square(w))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
shown = loss * 2.0


class AtEnd(tf.train.SessionRunHook):
    def end(self, session):
        print(session.run(shown))


shown = loss * 3.0
with tf.train.MonitoredTrainingSession(hooks=[AtEnd(), tf.train.StopAtStepHook(last_step=3)]) as session:
    while not session.should_stop():
        print(session.run([train_op, loss]))
