# expect: lower
"""A queue that runs fill, which gives its elements at random, by the seed of the graph."""

import numpy as np
import tensorflow as tf

rows = tf.placeholder(tf.float32, [None, 2])
tf.set_random_seed(7)
queue = tf.RandomShuffleQueue(20, 0, [tf.float32], shapes=[[2]])
fill = queue.enqueue_many([rows])
x = queue.dequeue_many(2)
w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        sess.run(fill, {rows: np.arange(8).reshape(4, 2) * (i + 1)})
        print(sess.run([loss, train_op, x])[::2])
