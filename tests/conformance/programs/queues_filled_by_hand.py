# expect: compat, parity
"""Two equal queues that runs of the program fill, the second with what is fed, and that two runs empty."""

import numpy as np
import tensorflow as tf

queue = tf.FIFOQueue(10, [tf.float32], shapes=[[2]])
fill = queue.enqueue_many([[[1.0, 2.0], [2.0, 3.0]]])
other = tf.FIFOQueue(10, [tf.float32], shapes=[[2]])
rows = tf.placeholder(tf.float32, [None, 2])
fill_other = other.enqueue_many([rows])
together = tf.group(fill, fill_other)
x = queue.dequeue_many(2)
w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
held = other.dequeue_many(3)
worst = tf.reduce_max(tf.square(tf.matmul(held, w)))
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        sess.run(together, {rows: np.array([[5.0, 2.0], [2.0, 7.0], [i, 1.0]])})
        print(sess.run([loss, train_op])[0])
        print(sess.run([worst, held]))
