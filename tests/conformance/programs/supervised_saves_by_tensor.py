# expect: SES218, parity
"""A Supervisor whose saver names a checkpoint by a value that only a run gives."""

import os
import tempfile

import tensorflow as tf

step = tf.Variable(0, trainable=False, name='step')
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(tf.square(w))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
count = 2 * step + tf.cast(loss, tf.int32)
folder = tempfile.mkdtemp()
supervisor = tf.train.Supervisor(logdir=folder, global_step=step, save_model_secs=60)
with supervisor.managed_session() as session:
    for _ in range(4):
        print(session.run([train_op, loss])[1])
    print(session.run(count))
    supervisor.saver.save(session, os.path.join(folder, 'own'), global_step=count)
print(sorted(one for one in os.listdir(folder) if one.endswith('.index') and 'own' in one))
