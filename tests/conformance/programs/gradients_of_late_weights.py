# expect: compat, parity
"""Weights are made behind those of a layer, as is the step: gradients are clipped together, and logged in order."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(5)
x = tf.placeholder(tf.float32, [None, 3])
h = tf.layers.dense(x, 4, tf.nn.tanh, kernel_initializer=tf.constant_initializer(0.3))
softmax_w = tf.get_variable('softmax_w', [4, 3], initializer=tf.constant_initializer(0.2))
softmax_b = tf.Variable(tf.zeros([3]), name='softmax_b')
loss = tf.reduce_mean(tf.square(tf.matmul(h, softmax_w) + softmax_b - x))
trained = tf.trainable_variables()
gradients, norm = tf.clip_by_global_norm(tf.gradients(loss, trained), 0.5)
scaled = [gradient / (1.0 + place) for place, gradient in enumerate(gradients)]
global_step = tf.Variable(0, trainable=False, name='global_step')
train_op = tf.train.GradientDescentOptimizer(0.5).apply_gradients(zip(scaled, trained), global_step=global_step)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        print(step, sess.run([train_op, loss, norm], {x: rng.rand(6, 3)})[1:], sess.run(global_step))
