# expect: SES201
"""A hook that looks at the tensor it asks for."""

import tensorflow as tf


class Names(tf.train.SessionRunHook):
    def __init__(self, loss):
        self.loss = loss

    def begin(self):
        print(self.loss.name)

    def before_run(self, run_context):
        return tf.train.SessionRunArgs(self.loss)


step = tf.train.get_or_create_global_step()
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(tf.square(w))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
with tf.train.MonitoredTrainingSession(hooks=[Names(loss), tf.train.StopAtStepHook(3)]) as session:
    while not session.should_stop():
        session.run(train_op)
