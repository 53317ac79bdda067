# expect: SES252 wrapped
"""The graph reads a name of the program by a key that is put together, and the program changes it then."""

import numpy as np
import tensorflow as tf

loss_scale = 2.0
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w))) * globals()['loss_' + 'scale']
loss_scale = 5.0
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([train, loss], {x: np.eye(2)})[1])
print('times', loss_scale)
