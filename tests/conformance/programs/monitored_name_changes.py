# expect: SES201, not run: the original ends with TypeError: Argument `fetch` = 1 has invalid type "int64" must be a stri
"""A hook asks for what a name stands for at each run, and the loop gives that name to a number."""

import tensorflow as tf


def main():
    step = tf.train.get_or_create_global_step()
    w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
    loss = tf.reduce_sum(tf.square(w))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)

    class Asks(tf.train.SessionRunHook):
        def before_run(self, run_context):
            return tf.train.SessionRunArgs(loss)

    with tf.train.MonitoredTrainingSession(hooks=[Asks(), tf.train.StopAtStepHook(last_step=3)]) as session:
        while not session.should_stop():
            _, loss = session.run([train_op, step])


main()
