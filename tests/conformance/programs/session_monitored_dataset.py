# expect: wrapped, parity
"""Monitored sessions over data sets that end; hooks that feed, compute at the end and hear of checkpoints."""

import os
import tempfile

import numpy as np
import tensorflow as tf

folder = tempfile.mkdtemp()
rows = np.random.RandomState(21).rand(10, 2).astype(np.float32)


class Listener(tf.train.CheckpointSaverListener):
    def begin(self):
        print('listens')

    def before_save(self, session, global_step_value):
        print('before', global_step_value, session.run(tf.get_default_graph().get_tensor_by_name('doubled:0')))

    def after_save(self, session, global_step_value):
        print('after', global_step_value)

    def end(self, session, global_step_value):
        print('ends', global_step_value)


def main(unused):
    source = tf.placeholder(tf.float32, [None, 2])
    iterator = tf.data.Dataset.from_tensor_slices(source).batch(4).make_initializable_iterator()
    batch = iterator.get_next()
    rate = tf.placeholder_with_default(0.0, [])
    w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.3))
    step = tf.train.get_or_create_global_step()
    doubled = tf.multiply(step, 2, name='doubled')
    loss = tf.reduce_mean(tf.square(tf.matmul(batch, w) - 1.0))
    mean, update_mean = tf.metrics.mean(loss)
    train_op = tf.train.GradientDescentOptimizer(rate).minimize(loss, step)
    averages = tf.train.ExponentialMovingAverage(0.5)
    with tf.control_dependencies([train_op]):
        train_op = tf.group(averages.apply([w]), update_mean)

    scaffold = tf.train.Scaffold(
        init_fn=lambda scaffold, sess: print('initialised'),
        local_init_op=tf.group(tf.local_variables_initializer(), tf.tables_initializer()),
        saver=tf.train.Saver(max_to_keep=1))
    final = tf.train.FinalOpsHook([mean, averages.average(w)])

    class Start(tf.train.SessionRunHook):
        def after_create_session(self, session, coord):
            session.run(iterator.initializer, {source: rows})

    hooks = [Start(), final, tf.train.FeedFnHook(lambda: {rate: 0.2}),
             tf.train.CheckpointSaverHook(folder, save_steps=2, scaffold=scaffold, listeners=[Listener()])]
    with tf.train.MonitoredTrainingSession(scaffold=scaffold, hooks=hooks, config=tf.ConfigProto()) as sess:
        while not sess.should_stop():
            print(sess.run([loss, train_op])[0], sess.graph is tf.get_default_graph())
    print(final.final_ops_values)


if __name__ == '__main__':
    tf.app.run(main)
