# expect: native, parity
"""A thread runs the session while the main thread waits."""

import threading

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(74)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
sess = tf.Session()
sess.run(tf.global_variables_initializer())


def work():
    for _ in range(3):
        sess.run(train_op, {x: rng.rand(4, 3)})


for i in range(2):
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    print(i, sess.run(loss, {x: np.ones((1, 3))}))
sess.close()
