# expect: SES201
"""A hook that hands its session on to a function, which may do anything with it."""

import tensorflow as tf

step = tf.train.get_or_create_global_step()
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(tf.square(w))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)


def show(session):
    print(session.run(loss), len(session.graph.get_operations()) > 0)


class AtEnd(tf.train.SessionRunHook):
    def end(self, session):
        show(session)
        print(session.run(loss))


with tf.train.MonitoredTrainingSession(hooks=[AtEnd(), tf.train.StopAtStepHook(last_step=3)]) as session:
    while not session.should_stop():
        session.run(train_op)
