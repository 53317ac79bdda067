# expect: SES201
"""A hook that stops at a step, and asks for another one than TensorFlow's does."""

import tensorflow as tf


class StopAtOther(tf.train.StopAtStepHook):
    def begin(self):
        self._global_step_tensor = tf.train.get_global_step() * 2


def main():
    step = tf.train.get_or_create_global_step()
    w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
    loss = tf.reduce_sum(tf.square(w))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
    with tf.train.MonitoredTrainingSession(hooks=[StopAtOther(last_step=5)]) as session:
        while not session.should_stop():
            print(session.run([train_op, loss]))


main()
