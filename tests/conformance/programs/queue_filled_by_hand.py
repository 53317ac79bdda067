# expect: compat, parity
"""The program fills a queue itself, by runs of its own."""

import tensorflow as tf

queue = tf.FIFOQueue(10, [tf.float32], shapes=[[2]])
fill = queue.enqueue_many([[[1.0, 2.0], [2.0, 3.0]]])
x = queue.dequeue_many(2)
w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        sess.run(fill)
        print(sess.run([loss, train_op])[0])
