# expect: SES201
"""A hook that a function is given, too, which reads the tensor that it asks for."""

import tensorflow as tf


class Asks(tf.train.SessionRunHook):
    def __init__(self, loss):
        self.loss = loss

    def before_run(self, run_context):
        return tf.train.SessionRunArgs(self.loss)


def describe(hook):
    print(hook.loss.shape)


def main():
    step = tf.train.get_or_create_global_step()
    w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
    loss = tf.reduce_sum(tf.square(w))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
    asks = Asks(loss)
    describe(asks)
    with tf.train.MonitoredTrainingSession(hooks=[asks, tf.train.StopAtStepHook(last_step=3)]) as session:
        while not session.should_stop():
            session.run(train_op)


main()
