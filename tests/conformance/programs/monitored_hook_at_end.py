# expect: compat, parity
"""A hook that runs the session when there is one, and at the end, when nothing else runs in it."""

import tensorflow as tf

x = tf.placeholder(tf.float32, [2])
step = tf.train.get_or_create_global_step()
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(tf.square(w * x))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)


class AtEnd(tf.train.SessionRunHook):
    def begin(self):
        self.steps = 0

    def before_run(self, run_context):
        self.steps += 1

    def after_create_session(self, session, coord):
        print('begins at', session.run(loss, {x: [1.0, 2.0]}), session.run(w))

    def end(self, session):
        test_loss, count = session.run([loss, step], feed_dict={x: [2.0, 3.0]})
        print('ends at', test_loss, count, self.steps)


hooks = [tf.train.StopAtStepHook(last_step=3), AtEnd()]
with tf.train.MonitoredTrainingSession(hooks=hooks) as session:
    while not session.should_stop():
        print(session.run([train_op, loss], {x: [1.0, 1.0]}))
