# expect: wrapped, not run: with resource variables the original ends with RuntimeError: Graph is finalized and cannot be modified.
"""A Supervisor that initialises some of the variables, and finds the others in a checkpoint."""

import tempfile

import tensorflow as tf

w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
v = tf.get_variable('v', [2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(tf.square(w + v))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
supervisor = tf.train.Supervisor(
    logdir=tempfile.mkdtemp(), summary_op=None, init_op=tf.variables_initializer([w]), ready_op=None
)
with supervisor.managed_session() as session:
    session.run(tf.assign(v, w))
    for _ in range(3):
        print(session.run([train_op, loss]))
