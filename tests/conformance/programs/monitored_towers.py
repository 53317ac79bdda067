# expect: compat explicit devices, parity
"""Towers under a session with hooks, which are made before; the input ends, and with it the block."""

import numpy as np
import tensorflow as tf

GPUS = 2
rows = np.random.RandomState(1).rand(24, 4).astype(np.float32)


class Keeper(tf.train.SessionRunHook):
    """Keeps what it is told to ask for."""

    def __init__(self, losses, every=1):
        self._losses = losses
        self.every = every
        self.kept = []

    def before_run(self, run_context):
        return tf.train.SessionRunArgs(fetches=self._losses)

    def after_run(self, run_context, run_values):
        self.kept.append(np.mean(run_values.results))

    def end(self, session):
        print('kept', self.kept)


def main():
    step = tf.train.get_or_create_global_step()
    batch = tf.data.Dataset.from_tensor_slices(rows).batch(4).make_one_shot_iterator().get_next()
    optimizer = tf.train.GradientDescentOptimizer(0.1)
    grads, losses = [], []
    with tf.variable_scope(tf.get_variable_scope()):
        for i in range(GPUS):
            with tf.device('/gpu:%d' % i), tf.name_scope('tower_%d' % i):
                part = batch[i::GPUS]
                w = tf.get_variable('w', [4, 1], initializer=tf.constant_initializer(0.2))
                loss = tf.reduce_mean(tf.square(tf.matmul(part, w) - tf.reduce_sum(part, 1, keepdims=True)))
                tf.get_variable_scope().reuse_variables()
                losses.append(loss)
                grads.append(optimizer.compute_gradients(loss))
    mean = [(tf.reduce_mean(tf.stack([g for g, _ in pair]), 0), pair[0][1]) for pair in zip(*grads)]
    train_op = optimizer.apply_gradients(mean, global_step=step)
    keeper = Keeper(losses, every=2)
    hooks = [tf.train.LoggingTensorHook({'last': loss, 'step': step}, every_n_iter=2), keeper]
    config = tf.ConfigProto(allow_soft_placement=True)
    with tf.train.MonitoredTrainingSession(hooks=hooks, config=config) as sess:
        while not sess.should_stop():
            print(sess.run([loss, train_op]))
    print(keeper.every, len(keeper.kept))


main()
