"""Input by queues, which may be tried by itself."""

import os
import tempfile

import numpy as np
import tensorflow as tf

SIZE = 4


def write(count):
    path = os.path.join(tempfile.mkdtemp(), 'values.bin')
    np.arange(count, dtype=np.uint8).repeat(SIZE).tofile(path)
    return path


def read(path, batch_size):
    names = tf.train.string_input_producer([path], shuffle=False)
    _, record = tf.FixedLengthRecordReader(SIZE).read(names)
    values = tf.reshape(tf.cast(tf.decode_raw(record, tf.uint8), tf.float32), [SIZE]) / 8
    return tf.train.batch([values], batch_size)


def show(path):
    batch = read(path, 2)
    with tf.Session() as sess:
        sess.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
        coord = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess=sess, coord=coord)
        for _ in range(2):
            print(sess.run(batch))
        coord.request_stop()
        coord.join(threads)


if __name__ == '__main__':
    show(write(4))
