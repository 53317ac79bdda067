# expect: wrapped, references: the global step is found by its name
"""A step that TensorFlow knows by its name alone, with the session's hooks and with the program."""

import tempfile

import tensorflow as tf

step = tf.Variable(0, name='global_step', trainable=False)
w = tf.get_variable('w', [], initializer=tf.constant_initializer(2.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(tf.square(w), global_step=step)
print(tf.train.get_global_step().dtype.base_dtype, tf.train.get_or_create_global_step().op.name)
folder = tempfile.mkdtemp()
hooks = [tf.train.StopAtStepHook(num_steps=3)]
with tf.train.MonitoredTrainingSession(checkpoint_dir=folder, hooks=hooks) as sess:
    while not sess.should_stop():
        sess.run(train_op)
        print(sess.run(w) if not sess.should_stop() else 'stopped')
print(tf.train.latest_checkpoint(folder)[-6:])
