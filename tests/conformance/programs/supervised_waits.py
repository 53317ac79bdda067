# expect: wrapped, not run: it needs a command line
"""A Supervisor of one machine that another process may be the chief of."""

import sys

import tensorflow as tf

global_step = tf.train.get_or_create_global_step()
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(tf.square(w))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=global_step)
supervisor = tf.train.Supervisor(is_chief='chief' in sys.argv, logdir=sys.argv[1], summary_op=None)
with supervisor.managed_session() as session:
    for _ in range(3):
        print(session.run([train_op, loss]))
