# expect: safe native
"""Python values that built the graph change afterwards: the graph does not."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(56)
rate, factor = 0.1, 2.0
settings = {'decay': 0.01}
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
loss = factor * tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0)) + settings['decay'] * tf.nn.l2_loss(w)
train_op = tf.train.GradientDescentOptimizer(rate).minimize(loss)
factor = 100.0
settings['decay'] = 50.0
with tf.Session() as sess:
    rate = 5.0
    sess.run(tf.global_variables_initializer())
    for factor in range(3):
        settings['decay'] += factor
        _, value = sess.run([train_op, loss], {x: rng.rand(4, 3)})
        print(factor, rate, settings, value)
    print(sess.run(loss, {x: np.ones((1, 3))}))
