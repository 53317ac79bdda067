# expect: SES201 wrapped
"""A session is closed on one turn of a loop, which goes on: the next run of it raises an error."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
sess = tf.Session()
sess.run(tf.global_variables_initializer())
try:
    for step in range(5):
        print(step, sess.run([train, loss], {x: np.eye(2)})[1])
        if step == 2:
            sess.close()
except RuntimeError:
    print('closed')
