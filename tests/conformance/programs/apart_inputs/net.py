"""Input by queues, and a model that names its summaries by its operations: shared by all programs."""

import os
import re
import tempfile

import numpy as np
import tensorflow as tf

SIZE = 4


def write(count):
    path = os.path.join(tempfile.mkdtemp(), 'values.bin')
    np.arange(count, dtype=np.uint8).repeat(SIZE).tofile(path)
    return path


def read(path, batch_size, num_epochs=None):
    names = tf.train.string_input_producer([path], num_epochs=num_epochs, shuffle=False)
    _, record = tf.FixedLengthRecordReader(SIZE).read(names)
    values = tf.reshape(tf.cast(tf.decode_raw(record, tf.uint8), tf.float32), [SIZE]) / 8
    return tf.train.batch([values, tf.reduce_sum(values, keepdims=True)], batch_size)


def infer(x):
    w = tf.get_variable('w', [SIZE, 1], initializer=tf.constant_initializer(0.1))
    out = tf.matmul(x, w, name='out')
    tf.summary.histogram(re.sub('tower_[0-9]*/', '', out.op.name), out)
    return out


def follow(value):
    averages = tf.train.ExponentialMovingAverage(0.5)
    update = averages.apply([value])
    with tf.control_dependencies([update]):
        return tf.identity(averages.average(value))
