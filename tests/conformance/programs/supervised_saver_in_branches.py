# expect: native, parity
"""A Supervisor that is given one of two savers, as a condition decides."""

import os
import sys
import tempfile

import tensorflow as tf

step = tf.Variable(0, trainable=False, name='step')
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
other = tf.get_variable('other', [], initializer=tf.constant_initializer(3.0))
loss = tf.reduce_sum(tf.square(w)) * other
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
if len(sys.argv) > 5:
    saver = tf.train.Saver(max_to_keep=1)
else:
    saver = tf.train.Saver([w, step], max_to_keep=2)
folder = tempfile.mkdtemp()
supervisor = tf.train.Supervisor(logdir=folder, saver=saver, global_step=step, save_model_secs=60)
with supervisor.managed_session() as session:
    for _ in range(4):
        print(session.run([train_op, loss])[1])
    saver.save(session, os.path.join(folder, 'own'), global_step=step)
for name in sorted(one for one in os.listdir(folder) if one.endswith('.index') and 'own' in one):
    print(name, tf.train.list_variables(os.path.join(folder, name[: -len('.index')])))
