# expect: safe compat
"""The learning rate is a variable that an assignment sets from a fed value, as in the PTB model."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(13)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
cost = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
lr = tf.Variable(0.0, trainable=False)
tvars = tf.trainable_variables()
grads, norm = tf.clip_by_global_norm(tf.gradients(cost, tvars), 0.5)
optimizer = tf.train.GradientDescentOptimizer(lr)
train_op = optimizer.apply_gradients(zip(grads, tvars))
new_lr = tf.placeholder(tf.float32, shape=[], name='new_learning_rate')
lr_update = tf.assign(lr, new_lr)

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for i in range(4):
        session.run(lr_update, feed_dict={new_lr: 0.5 ** i})
        bx = rng.rand(8, 3)
        c, n, _ = session.run([cost, norm, train_op], {x: bx, y: bx.sum(1, keepdims=True)})
        print(i, session.run(lr), c, n)
