# expect: native, parity
"""Queues made by hand, which queue runners fill: one of the module, one of a function, behind each other."""

import tensorflow as tf


def shuffled(row):
    waiting = tf.RandomShuffleQueue(20, 2, [tf.float32], [[2]], seed=3)
    tf.train.add_queue_runner(tf.train.QueueRunner(waiting, [waiting.enqueue(row)]))
    return waiting.dequeue_many(3)


rows = tf.constant([[1.0, 2.0], [2.0, 3.0], [0.5, 0.25]])
queue = tf.FIFOQueue(10, [tf.float32], shapes=[[2]])
fill = queue.enqueue_many([rows])
runner = tf.train.QueueRunner(queue, [fill] * 1)
tf.train.add_queue_runner(runner)
x = queue.dequeue_many(2)
w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    coord = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(sess=sess, coord=coord)
    for i in range(5):
        print(sess.run([x, loss, train_op])[:2])
    coord.request_stop()
    coord.join(threads)
