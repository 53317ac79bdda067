# expect: native, parity
"""Functions make summaries of Python's own values, scalars and histograms, as the messages that hold these."""

import glob
import os
import tempfile

import numpy as np
import tensorflow as tf

folder = tempfile.mkdtemp()


def scalar(tag, value):
    return tf.summary.Summary(value=[tf.summary.Summary.Value(tag=tag, simple_value=value)])


def histogram(tag, values, bins=4):
    counts, edges = np.histogram(values, bins=bins)
    made = tf.HistogramProto()
    made.min = float(np.min(values))
    made.max = float(np.max(values))
    made.num = int(np.prod(values.shape))
    made.sum = float(np.sum(values))
    for edge in edges[1:]:
        made.bucket_limit.append(edge)
    for count in counts:
        made.bucket.append(count)
    return tf.Summary(value=[tf.Summary.Value(tag=tag, histo=made)])


def main():
    writer = tf.summary.FileWriter(folder)
    x = tf.placeholder(tf.float32, [None, 3])
    w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    rng = np.random.RandomState(3)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(3):
            batch = rng.rand(4, 3)
            value, _ = sess.run([loss, train_op], {x: batch})
            writer.add_summary(scalar('loss', value), step)
            writer.add_summary(histogram('batch', batch), step)
            print(step, value)
    writer.close()


main()
for path in glob.glob(os.path.join(folder, '*')):
    for event in tf.train.summary_iterator(path):
        for value in event.summary.value:
            print(event.step, value.tag, value.simple_value, list(value.histo.bucket))
