# expect: compat, parity
"""Averages are put in the place of the weights for an evaluation, and the weights put back behind it."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(5)


def model(x):
    with tf.variable_scope('fc'):
        w = tf.get_variable('w', [3, 2], initializer=tf.constant_initializer(0.1))
        b = tf.get_variable('b', [2], initializer=tf.zeros_initializer())
        return tf.matmul(x, w) + b


x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.int32, [None])
logits = model(x)
loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))
accuracy = tf.reduce_mean(tf.cast(tf.nn.in_top_k(logits, y, 1), tf.float32))
opt_op = tf.train.GradientDescentOptimizer(0.5).minimize(loss)
ema = tf.train.ExponentialMovingAverage(0.5)
with tf.control_dependencies([opt_op]):
    train_op = ema.apply(tf.trainable_variables())
weights = tf.trainable_variables()
with tf.variable_scope('backup'):
    backups = [tf.get_variable(v.op.name, v.shape, initializer=tf.zeros_initializer(), trainable=False) for v in weights]
keep_op = tf.group(*[tf.assign(b, v) for b, v in zip(backups, weights)])
with tf.control_dependencies([keep_op]):
    swap_op = tf.group(*[tf.assign(v, ema.average(v)) for v in weights])
back_op = tf.group(*[tf.assign(v, b) for b, v in zip(backups, weights)])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(6):
        bx = rng.rand(8, 3)
        _, value = sess.run([train_op, loss], {x: bx, y: bx.argmax(1) // 2})
        print(i, value)
        if i % 2:
            sess.run(swap_op)
            print(sess.run([accuracy, loss], {x: bx, y: bx.argmax(1) // 2}))
            sess.run(back_op)
