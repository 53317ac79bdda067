# expect: native, parity
"""A file is read where the graph is built; only another one is written, and a folder made, before it runs."""

import os

import numpy as np
import tensorflow as tf

np.save('scales.npy', np.array([1.0, 2.0], 'f'))
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(x * w - 1.0) * np.load('scales.npy'))
os.makedirs('kept', exist_ok=True)
with open('options.txt', 'w') as file:
    file.write('scales\n')
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(sess.run([train_op, loss], {x: np.eye(2) + i})[1])
