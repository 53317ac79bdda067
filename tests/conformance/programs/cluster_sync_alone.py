# expect: CLU203, not run: it needs the other tasks of its cluster
"""Workers that would train in step, of which there is but this one, and no cluster."""

import tensorflow as tf

step = tf.train.get_or_create_global_step()
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(tf.square(w))
optimizer = tf.train.SyncReplicasOptimizer(tf.train.GradientDescentOptimizer(0.1), 1)
train_op = optimizer.minimize(loss, global_step=step)
hooks = [optimizer.make_session_run_hook(True), tf.train.StopAtStepHook(last_step=3)]
with tf.train.MonitoredTrainingSession(hooks=hooks) as session:
    while not session.should_stop():
        print(session.run([train_op, loss]))
