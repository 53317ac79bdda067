# expect: native, parity
"""Loops give all that is trained what was learnt before: by names, by places, and side by side with a list."""

import tempfile

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.float32, [None, 1])
steps = tf.Variable(0, trainable=False, name='steps')
hidden = tf.layers.dense(x, 3, activation=tf.nn.relu)
logits = tf.layers.dense(hidden, 1)
loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(None, y, logits))
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss, global_step=steps)

rng = np.random.RandomState(0)
learnt = [rng.rand(4, 3), rng.rand(3), rng.rand(3, 1), rng.rand(1)]
named = {'dense/bias': np.ones(3), 'dense_1/bias': np.zeros(1)}
data = rng.rand(6, 4)
writer = tf.summary.FileWriter(tempfile.mkdtemp(), None, 5, 2.5, filename_suffix='.learnt')

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i, variable in enumerate(tf.trainable_variables()):
        print(variable.op.name, variable.get_shape())
        if 'kernel' in variable.name:
            sess.run(variable.assign(learnt[i]))
    if named:
        for one in tf.trainable_variables():
            if one.op.name in named:
                one.load(named[one.op.name], sess)
    for step in range(4):
        print(sess.run([train_op, loss, steps], {x: data, y: data[:, :1]}))
        if step == 1:
            writer.add_summary(tf.Summary(value=[tf.Summary.Value(tag='step', simple_value=step)]), step)
    for one, value in zip(tf.trainable_variables(), learnt):
        tf.assign(one, value * 0.5).op.run()
    for variable in tf.global_variables():
        if variable.name.endswith('Momentum:0'):
            sess.run(tf.assign(variable, np.zeros(variable.get_shape().as_list())))
    print(sess.run([train_op, loss], {x: data, y: data[:, :1]}), sess.run(steps))
writer.close()
