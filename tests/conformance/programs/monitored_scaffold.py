# expect: SES201, not run: with resource variables the original ends with RuntimeError: Graph is finalized and cannot be modified.
"""A scaffold says how the session with hooks initialises, which starts one of the variables at a number."""

import tensorflow as tf

step = tf.train.get_or_create_global_step()
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(tf.square(w))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
scaffold = tf.train.Scaffold(init_fn=lambda scaffold, session: session.run(w.assign([3.0, 4.0])))
with tf.train.MonitoredTrainingSession(
    scaffold=scaffold, hooks=[tf.train.StopAtStepHook(last_step=3)]
) as session:
    while not session.should_stop():
        print(session.run([train_op, loss]))
