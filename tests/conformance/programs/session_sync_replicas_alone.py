# expect: wrapped, parity
"""One worker that synchronises with nobody: the optimizer's own hook, queue and accumulators."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.2))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
step = tf.train.get_or_create_global_step()
opt = tf.train.SyncReplicasOptimizer(tf.train.GradientDescentOptimizer(0.1), replicas_to_aggregate=1,
                                     total_num_replicas=1)
train_op = opt.minimize(loss, global_step=step)
rng = np.random.RandomState(4)
hooks = [opt.make_session_run_hook(True, num_tokens=0), tf.train.StopAtStepHook(last_step=3)]
with tf.train.MonitoredTrainingSession(hooks=hooks, stop_grace_period_secs=2) as sess:
    while not sess.should_stop():
        batch = rng.rand(4, 2)
        value, _ = sess.run([loss, train_op], {x: batch})
        print(value)
