# expect: native, parity
"""What records have is told once, beside the functions of the data set: a description is no part of the graph."""

import os
import tempfile

import tensorflow as tf

FEATURES = {
    'x': tf.FixedLenFeature([2], tf.float32),
    'y': tf.io.FixedLenFeature([], tf.float32, default_value=1.0),
    'tags': tf.VarLenFeature(tf.int64),
}
path = os.path.join(tempfile.mkdtemp(), 'train.tfrecords')
with tf.python_io.TFRecordWriter(path) as writer:
    for i in range(12):
        feature = {'x': tf.train.Feature(float_list=tf.train.FloatList(value=[0.1 * i, 0.2]))}
        if i % 3:
            feature['y'] = tf.train.Feature(float_list=tf.train.FloatList(value=[0.5 * i]))
            feature['tags'] = tf.train.Feature(int64_list=tf.train.Int64List(value=range(i)))
        writer.write(tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString())


def parse(record):
    parsed = tf.parse_single_example(record, features=FEATURES)
    return parsed['x'], parsed['y'], tf.size(parsed['tags'].values)


dataset = tf.data.TFRecordDataset(path).map(parse).batch(4)
iterator = dataset.make_initializable_iterator()
x, y, count = iterator.get_next()
w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.3))
loss = tf.reduce_mean(tf.square(tf.squeeze(tf.matmul(x, w), 1) - y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(2):
        sess.run(iterator.initializer)
        while True:
            try:
                print(epoch, sess.run([train_op, loss, count])[1:])
            except tf.errors.OutOfRangeError:
                break
