# expect: native, parity
"""A queue that the mode chooses, made and filled in a module function, with its runner's arguments by name."""

import tensorflow as tf


def build(rows, mode):
    if mode == 'train':
        waiting = tf.RandomShuffleQueue(capacity=20, min_after_dequeue=2, dtypes=[tf.float32], shapes=[[2]], seed=3)
        threads = 4
    else:
        waiting = tf.FIFOQueue(10, dtypes=[tf.float32], shapes=[[2]])
        threads = 1
    fill = waiting.enqueue(rows)
    tf.train.add_queue_runner(tf.train.queue_runner.QueueRunner(queue=waiting, enqueue_ops=[fill] * threads))
    batch = waiting.dequeue_many(3)
    return batch


x = build(tf.constant([1.0, 2.0]), 'eval')
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
