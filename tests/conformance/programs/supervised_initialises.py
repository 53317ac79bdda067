# expect: native, not run: it needs a command line
"""Variables that start anew behind a Supervisor, which may have found them in a checkpoint."""

import sys

import tensorflow as tf

global_step = tf.train.get_or_create_global_step()
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(tf.square(w))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=global_step)
supervisor = tf.train.Supervisor(logdir=sys.argv[1], summary_op=None)
with supervisor.managed_session() as session:
    session.run(tf.global_variables_initializer())
    for _ in range(3):
        print(session.run([train_op, loss]))
