# expect: wrapped, parity
"""Parts of contrib.training and of slim that open no session; the graph is written, and read back."""

import os
import tempfile

import numpy as np
import tensorflow as tf
from tensorflow.python.framework import ops

hparams = tf.contrib.training.HParams(rate=0.1, width=3)
hparams.parse('width=2')
folder = tempfile.mkdtemp()

for round_number in range(2):
    ops.reset_default_graph()
    x = tf.placeholder(tf.float32, [None, hparams.width], name='x')
    w = tf.Variable(tf.ones([hparams.width, 1]), name='w')
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
    train_op = tf.train.GradientDescentOptimizer(hparams.rate).minimize(loss)
    with tf.Session() as sess:
        tf.train.write_graph(sess.graph_def, folder, 'graph%d.pb' % round_number, as_text=False)
        tf.train.write_graph(sess.graph, folder, 'graph.pbtxt')
        sess.run(tf.global_variables_initializer())
        for i in range(3):
            print(sess.run([loss, train_op], {x: np.full([4, 2], 0.1 * i + 0.5)})[0])

parsed = tf.GraphDef()
with open(os.path.join(folder, 'graph1.pb'), 'rb') as data:
    parsed.ParseFromString(data.read())
print(sorted(os.listdir(folder)), any(node.name == 'x' for node in parsed.node))
