# expect: native, parity
"""Records are written and read by the names of TF 1's python_io, beside the graph."""

import os
import tempfile

import numpy as np
import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), 'numbers.tfrecord')
with tf.python_io.TFRecordWriter(path) as writer:
    for number in range(6):
        writer.write(str(number).encode())
numbers = [float(record.decode()) for record in tf.python_io.tf_record_iterator(path)]

x = tf.placeholder(tf.float32, [6])
w = tf.get_variable('w', [], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(x * w - 2 * x))
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print(sess.run([train_op, loss], {x: np.array(numbers)})[1])
