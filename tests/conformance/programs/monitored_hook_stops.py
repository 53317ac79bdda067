# expect: compat
"""A hook that stops at a step, as TensorFlow's does, and tells of it."""

import tensorflow as tf


class StopAndTell(tf.train.StopAtStepHook):
    def after_create_session(self, session, coord):
        if self._last_step is None:
            self._last_step = session.run(self._global_step_tensor) + self._num_steps
        print('until', self._last_step)

    def end(self, session):
        print('stopped at', session.run(self._global_step_tensor))


def main():
    step = tf.train.get_or_create_global_step()
    w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
    loss = tf.reduce_sum(tf.square(w))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
    with tf.train.MonitoredTrainingSession(hooks=[StopAndTell(num_steps=3)]) as session:
        while not session.should_stop():
            print(session.run([train_op, loss]))


main()
