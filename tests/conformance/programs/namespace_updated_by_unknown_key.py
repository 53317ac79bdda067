# expect: SES252
"""A setting among the names of the module is changed under a computed key, behind what reads it."""

import numpy as np
import tensorflow as tf

scale = 1.0
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable("w", [2, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w))) * scale
for name, value in {"scale": 3.0}.items():
    globals()[name] = value
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(i, sess.run([train, loss], {x: np.eye(2)})[1])
print(scale)
