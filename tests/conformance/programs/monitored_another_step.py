# expect: SES201
"""The step that hooks count is not the variable of that name, but one that the program says."""

import tensorflow as tf

named = tf.get_variable('global_step', [], tf.int64, initializer=tf.zeros_initializer(), trainable=False)
counted = tf.get_variable('counted', [], tf.int64, initializer=tf.zeros_initializer(), trainable=False)
tf.add_to_collection('global_step', counted)
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(tf.square(w)) + 0.0 * tf.cast(named, tf.float32)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=counted)
with tf.train.MonitoredTrainingSession(hooks=[tf.train.StopAtStepHook(last_step=3)]) as session:
    while not session.should_stop():
        print(session.run([train_op, loss]))
