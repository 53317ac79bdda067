# expect: wrapped, not run: with resource variables the original ends with RuntimeError: Graph is finalized and cannot be modified.
"""A Supervisor that is made before some of the variables, which it neither saves nor initialises."""

import tempfile

import tensorflow as tf

graph = tf.Graph()
with graph.as_default():
    w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
    loss = tf.reduce_sum(tf.square(w))
    init = tf.global_variables_initializer()
    supervisor = tf.train.Supervisor(logdir=tempfile.mkdtemp(), summary_op=None, init_op=init)
    v = tf.get_variable('v', [2], initializer=tf.constant_initializer(1.0), collections=['mine'])
    total = loss + tf.reduce_sum(v)
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(total)
    with supervisor.managed_session() as session:
        for _ in range(3):
            print(session.run([train_op, total]))
