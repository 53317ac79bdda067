# expect: compat, parity
"""A queue that runs fill, and that a batch takes its elements from, ahead of the steps."""

import numpy as np
import tensorflow as tf

row = tf.placeholder(tf.float32, [2])
queue = tf.FIFOQueue(50, [tf.float32], shapes=[[2]])
fill = queue.enqueue([row])
x = tf.train.batch([queue.dequeue() * 2.0], 2)
w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
train_op = tf.train.GradientDescentOptimizer(0.001).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    coord = tf.train.Coordinator()
    tf.train.start_queue_runners(sess, coord)
    for i in range(3):
        for k in range(2):
            sess.run(fill, {row: [i, k]})
        print(sess.run([loss, train_op, x])[::2])
