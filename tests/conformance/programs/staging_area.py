# expect: compat, parity
"""Each run puts the rows of the next one into a staging area."""

import numpy as np
import tensorflow as tf
from tensorflow.python.ops import data_flow_ops

rows = np.arange(24, dtype=np.float32).reshape([6, 4]) / 10
batch = tf.data.Dataset.from_tensor_slices(rows).repeat().batch(2).make_one_shot_iterator().get_next()
area = data_flow_ops.StagingArea([tf.float32], shapes=[[None, 4]])
put = area.put([batch])
x = area.get()
w = tf.Variable(tf.ones([4, 1]))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
train_op = tf.train.GradientDescentOptimizer(0.001).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(put)
    for i in range(4):
        print(sess.run([loss, train_op, put])[0])
