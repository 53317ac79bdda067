# expect: SES205
"""What a function of the program gives is called where it is given: it draws a number by Python."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(2)


def penalty(scale):
    def drawn(weights):
        return rng.rand() * scale * tf.nn.l2_loss(weights)

    return drawn


x = tf.placeholder(tf.float32, [None, 3])
w = tf.Variable(tf.ones([3, 1]), name='w')
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0)) + penalty(0.05)(w)
train_op = tf.train.AdamOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(2):
        print(step, sess.run([loss, train_op], {x: np.ones((2, 3))})[0], sess.run(loss, {x: np.ones((2, 3))}))
