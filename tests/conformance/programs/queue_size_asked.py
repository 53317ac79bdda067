# expect: wrapped, parity
"""A step that asks how full the queue is, which a pipeline in its place does not know."""

import numpy as np
import tensorflow as tf
rows = tf.constant(np.arange(12, dtype=np.float32).reshape(4, 3))
queue = tf.FIFOQueue(capacity=3, dtypes=tf.float32)
runner = tf.train.QueueRunner(queue, [queue.enqueue(rows * 0.1)])
tf.train.add_queue_runner(runner)
batch = queue.dequeue()
left = queue.size()
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.3))
loss = tf.reduce_mean(tf.square(tf.matmul(batch, w) - 1.0))
full = tf.cast(left <= 3, tf.float32)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    coord = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(coord=coord)
    for step in range(3):
        print(step, sess.run([train_op, loss, full])[1:])
    coord.request_stop()
    coord.join(threads)
