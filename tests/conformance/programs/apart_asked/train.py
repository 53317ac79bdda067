# expect: SES201 wrapped
"""What asks for a class of queues must find TensorFlow's own in tests, so that their graph is the program's tier."""

import numpy as np
import tensorflow as tf

import net

x = tf.placeholder(tf.float32, [None, 3])
loss = tf.reduce_mean(tf.square(net.infer(x) - 1))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([loss, train_op], {x: np.eye(3)})[0])
