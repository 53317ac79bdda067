# expect: compat explicit devices, parity
"""Loops behind the towers that print the gradients: no replica has a place for them, a step of all towers has."""

import numpy as np
import tensorflow as tf

NUM_GPUS = 3
rng = np.random.RandomState(0)


def average_gradients(tower_grads):
    average = []
    for pairs in zip(*tower_grads):
        average.append((tf.reduce_mean(tf.stack([g for g, _ in pairs]), 0), pairs[0][1]))
    return average


x = tf.placeholder(tf.float32, [None, 3])
parts = tf.split(x, NUM_GPUS)
opt = tf.train.GradientDescentOptimizer(0.1)
tower_grads = []
with tf.variable_scope(tf.get_variable_scope()):
    for i in range(NUM_GPUS):
        with tf.device('/gpu:%d' % i), tf.name_scope('tower_%d' % i):
            w = tf.get_variable('w', [3, 1], initializer=tf.ones_initializer())
            loss = tf.reduce_mean(tf.square(tf.matmul(parts[i], w)))
            tf.get_variable_scope().reuse_variables()
            grads = opt.compute_gradients(loss)
            for pair in grads:
                print(pair[0])
            tower_grads.append(grads)
grads = average_gradients(tower_grads)
for grad, variable in grads:
    print(variable.op.name, grad)
train_op = opt.apply_gradients(grads)
with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        _, value = sess.run([train_op, loss], feed_dict={x: rng.rand(6, 3).astype(np.float32)})
        print(step, value)
