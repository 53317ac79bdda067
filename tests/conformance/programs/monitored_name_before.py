# expect: SES201
"""A hook asks for what a name stood for when it was made, and another for what it stands for then."""

import tensorflow as tf


def main():
    step = tf.train.get_or_create_global_step()
    w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
    loss = tf.reduce_sum(tf.square(w))
    hook = tf.train.LoggingTensorHook({'loss': loss}, every_n_iter=1)
    loss = loss + 1.0
    total = tf.train.LoggingTensorHook({'loss': loss}, every_n_iter=1)
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
    with tf.train.MonitoredTrainingSession(hooks=[hook, total, tf.train.StopAtStepHook(last_step=3)]) as session:
        while not session.should_stop():
            print(session.run([train_op, loss]))


main()
