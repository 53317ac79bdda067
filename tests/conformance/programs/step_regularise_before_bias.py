# expect: safe native
"""The weight decay takes the variables that there are so far: the bias comes later, and is not decayed."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(31)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.Variable(tf.constant(0.4, shape=[3, 1]), name='w')
decay = 0.1 * tf.add_n([tf.nn.l2_loss(v) for v in tf.trainable_variables()])
b = tf.Variable(tf.constant(0.7, shape=[1]), name='b')
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - y)) + decay
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        bx = rng.rand(4, 3)
        _, value, d = sess.run([train_op, loss, decay], {x: bx, y: bx.sum(1, keepdims=True)})
        print(i, value, d)
