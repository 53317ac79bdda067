# expect: SES201
"""A session with hooks saves by the saver that a scaffold gives it, of some of the variables."""

import tempfile

import tensorflow as tf

step = tf.train.get_or_create_global_step()
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(tf.square(w))
train_op = tf.train.AdamOptimizer(0.1).minimize(loss, global_step=step)
saver = tf.train.Saver({'weights': w})
with tf.train.MonitoredTrainingSession(
    scaffold=tf.train.Scaffold(saver=saver), checkpoint_dir=tempfile.mkdtemp(), hooks=[]
) as session:
    for _ in range(3):
        session.run(train_op)
