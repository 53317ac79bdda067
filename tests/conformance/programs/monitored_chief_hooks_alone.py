# expect: compat, parity
"""A session with hooks that the chief alone has: of one process that is the chief."""

import numpy as np
import tensorflow as tf


class Told(tf.train.SessionRunHook):
    def __init__(self, name):
        self.name = name

    def begin(self):
        print('begin', self.name)

    def after_run(self, run_context, run_values):
        print('after', self.name)

    def end(self, session):
        print('end', self.name)


def main():
    step = tf.train.get_or_create_global_step()
    x = tf.placeholder(tf.float32, [None, 3])
    w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.3))
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
    train_op = tf.train.AdamOptimizer(0.05).minimize(loss, global_step=step)
    rng = np.random.RandomState(3)
    hooks = [tf.train.StopAtStepHook(last_step=3), Told('all')]
    logging = tf.train.LoggingTensorHook({'loss': loss}, every_n_iter=2)
    with tf.train.MonitoredTrainingSession(hooks=hooks, chief_only_hooks=[Told('chief'), logging]) as sess:
        while not sess.should_stop():
            _, value, at = sess.run([train_op, loss, step], {x: rng.rand(4, 3)})
            print(at, value)


main()
