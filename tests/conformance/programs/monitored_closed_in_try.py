# expect: compat, parity
"""A session with hooks without a `with` statement, which is closed whatever happens."""

import tensorflow as tf

step = tf.train.get_or_create_global_step()
x = tf.placeholder(tf.float32, [2])
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(tf.square(w - x))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)


class Ends(tf.train.SessionRunHook):
    def end(self, session):
        print('ends')


session = tf.train.MonitoredTrainingSession('', True, hooks=[tf.train.StopAtStepHook(last_step=5), Ends()])
try:
    while not session.should_stop():
        print(session.run([train_op, loss], {x: [0.5, -0.5]}))
finally:
    session.close()
