# expect: compat, parity
"""A function finds the step in a collection by its place, behind the variables of a layer."""

import numpy as np
import tensorflow as tf


def places(suffix):
    variables = tf.get_collection(tf.GraphKeys.GLOBAL_VARIABLES)
    return sum(place for place, one in enumerate(variables) if one.name.endswith(suffix))


rng = np.random.RandomState(5)
x = tf.placeholder(tf.float32, [None, 3])
h = tf.layers.dense(x, 3, kernel_initializer=tf.constant_initializer(0.3), name='h')
global_step = tf.Variable(0, trainable=False, name='global_step')
loss = tf.reduce_mean(tf.square(h - x)) * (1.0 + places('step:0'))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=global_step)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([train_op, loss], {x: rng.rand(4, 3)})[1], sess.run(global_step))
