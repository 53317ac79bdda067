# expect: native, parity
"""A loop that builds what two steps share says so once for each turn: one of them says it."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 4])
y = x
for k in range(2):
    print("layer", k)
    w = tf.get_variable("w%d" % k, [4], initializer=tf.ones_initializer())
    y = tf.tanh(y * w)
loss = tf.reduce_mean(tf.square(y - 1.0))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(sess.run([train, loss], {x: np.eye(4)})[1])
    print(sess.run(y, {x: np.eye(4)}))
