# expect: native, parity
"""All summaries that there are to merge are the queue's own."""

import numpy as np
import tensorflow as tf

WRITES = False

row = tf.train.slice_input_producer([np.arange(12, dtype='f').reshape(6, 2)], shuffle=False)[0]
x = tf.train.batch([row], 2)
w = tf.get_variable('w', [2], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.reduce_sum(x * w, 1) - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
summaries = tf.get_collection(tf.GraphKeys.SUMMARIES)
summary_op = tf.summary.merge(summaries)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    coord = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(sess=sess, coord=coord)
    for i in range(3):
        print(sess.run([train_op, loss])[1])
        if WRITES:
            print(len(sess.run(summary_op)))
    coord.request_stop()
    coord.join(threads)
