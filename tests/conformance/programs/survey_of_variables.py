# expect: native, parity
"""Before it trains, the program prints its variables and counts what is in them."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(2)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 2], initializer=tf.ones_initializer())
b = tf.get_variable('b', [2], initializer=tf.zeros_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - 1.0))
train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    total = 0
    for variable in tf.trainable_variables():
        size = 1
        for length in variable.get_shape():
            size *= length.value
        print(variable.name, size)
        total += size
    print('in all', total)
    for i in range(3):
        print(i, sess.run([train_op, loss], {x: rng.rand(4, 3)})[1])
