# expect: native MirroredStrategy, parity
"""A function that is given the index of a tower, and another device for variables, chooses the devices."""

import numpy as np
import tensorflow as tf

COUNT = 3


def on_gpu(index=0, others='/device:CPU:0'):
    def choose(op):
        definition = op if isinstance(op, tf.NodeDef) else op.node_def
        if definition.op == 'VariableV2':
            return others
        return '/gpu:%d' % index

    return choose


def mean_of(towers):
    return [(tf.reduce_mean(tf.stack([g for g, _ in pairs]), 0), pairs[0][1]) for pairs in zip(*towers)]


x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.float32, [None, 1])
optimizer = tf.train.AdagradOptimizer(0.2)
towers, losses = [], []
for i, (part, wanted) in enumerate(zip(tf.split(x, COUNT), tf.split(y, COUNT))):
    with tf.device(on_gpu(i, '/gpu:0')), tf.variable_scope('net', reuse=i > 0):
        w = tf.get_variable('w', [4, 1], initializer=tf.constant_initializer(0.3))
        loss = tf.reduce_mean(tf.square(tf.matmul(part, w) - wanted))
        losses.append(loss)
        towers.append(optimizer.compute_gradients(loss))
train_op = optimizer.apply_gradients(mean_of(towers))
mean = tf.add_n(losses) / COUNT

rng = np.random.RandomState(3)
with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        batch = rng.rand(6, 4)
        print(step, sess.run([train_op, mean], {x: batch, y: batch.mean(1, keepdims=True)})[1])
