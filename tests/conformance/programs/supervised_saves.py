# expect: native, parity
"""A Supervisor whose saver is used by the program too."""

import tempfile

import tensorflow as tf

global_step = tf.train.get_or_create_global_step()
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(tf.square(w))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=global_step)
supervisor = tf.train.Supervisor(logdir=tempfile.mkdtemp(), summary_op=None)
with supervisor.managed_session() as session:
    for _ in range(3):
        print(session.run([train_op, loss]))
    print(supervisor.saver.save(session, supervisor.save_path, global_step=global_step))
