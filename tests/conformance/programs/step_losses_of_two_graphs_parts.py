# expect: safe native
"""get_total_loss takes the loss of the validation part too, which must be fed."""

import numpy as np
import tensorflow as tf


def part(x, y, reuse):
    with tf.variable_scope('net', reuse=reuse):
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
    pred = tf.matmul(x, w)
    tf.losses.mean_squared_error(y, pred)
    return pred


rng = np.random.RandomState(57)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
vx = tf.placeholder(tf.float32, [None, 3])
vy = tf.placeholder(tf.float32, [None, 1])
train_pred = part(x, y, None)
early = tf.losses.get_total_loss()
valid_pred = part(vx, vy, True)
total = tf.losses.get_total_loss()
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(total)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        a, b = rng.rand(4, 3), rng.rand(2, 3)
        feed = {x: a, y: a.sum(1, keepdims=True), vx: b, vy: b.sum(1, keepdims=True)}
        print(i, sess.run([train_op, total, early], feed)[1:])
        print(sess.run(early, {x: a, y: a.sum(1, keepdims=True)}))
