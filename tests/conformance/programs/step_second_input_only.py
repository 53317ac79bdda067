# expect: native, parity
"""Two pipelines, known by their order alone: a run of the second takes nothing of the first."""

import numpy as np
import tensorflow as tf

rows = np.arange(12, dtype=np.float32)


def get(values, size):
    (row,) = tf.train.slice_input_producer([tf.cast(values, tf.float32)], shuffle=False)
    return tf.train.batch([row], size, num_threads=1, capacity=8)


x = get(rows, 2)
y = get(rows * 10, 3)
with tf.Session() as sess:
    coord = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(sess, coord)
    for step in range(3):
        print(sess.run(x))
        print(sess.run(y))
        print(sess.run(y))
        print(sess.run([x, y]))
    coord.request_stop()
    coord.join(threads)
