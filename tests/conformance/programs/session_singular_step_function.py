# expect: wrapped, parity
"""A monitored session that does not recover: a scaffold, a step function, and the session inside."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [2], name='x')
w = tf.get_variable('w', [2], initializer=tf.constant_initializer([1.0, -1.0]))
offset = tf.get_variable('offset', [2], initializer=tf.zeros_initializer(), trainable=False)
given = tf.placeholder(tf.float32, [2])
set_offset = offset.assign(given)
names = tf.contrib.lookup.HashTable(
    tf.contrib.lookup.KeyValueTensorInitializer(['one', 'two'], [1.0, 2.0]), 0.0)
factor = names.lookup(tf.constant('two'))
loss = tf.reduce_sum(tf.square(x * w - offset)) * factor
train_op = tf.train.GradientDescentOptimizer(0.05).minimize(loss)


def prepare(scaffold, session):
    session.run(set_offset, {given: np.array([0.5, 0.25])})


def step(step_context):
    before = step_context.session.run(loss, {x: [1.0, 2.0]})
    if before < 0.05:
        step_context.request_stop()
    return before, step_context.run_with_hooks([loss, train_op], {x: [1.0, 2.0]})[0]


scaffold = tf.train.Scaffold(init_fn=prepare)
with tf.train.SingularMonitoredSession(hooks=[tf.train.NanTensorHook(loss)], scaffold=scaffold) as sess:
    print(isinstance(sess, tf.train.SingularMonitoredSession))
    while not sess.should_stop():
        print(sess.run_step_fn(step))
    print('raw', sess.raw_session().run(w) if sess.raw_session() else None)
print('done')
