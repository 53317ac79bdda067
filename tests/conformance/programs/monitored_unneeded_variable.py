# expect: SES217
"""A variable that no run needs, and that a session with hooks saves beside the others."""

import tempfile

import tensorflow as tf

folder = tempfile.mkdtemp()
step = tf.train.get_or_create_global_step()
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
unused = tf.layers.dense(tf.ones([1, 2]), 3)
loss = tf.reduce_sum(tf.square(w))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
with tf.train.MonitoredTrainingSession(
    checkpoint_dir=folder, hooks=[tf.train.StopAtStepHook(last_step=3)]
) as session:
    while not session.should_stop():
        session.run(train_op)
print(tf.train.list_variables(folder))
