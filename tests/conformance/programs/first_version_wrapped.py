# expect: wrapped, parity
"""TensorFlow 1's names from a module of TensorFlow 2's; the graph is looked at."""

import numpy as np
from tensorflow.compat import v1 as tf

tf.disable_eager_execution()
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2], initializer=tf.ones_initializer())
cell = tf.nn.rnn_cell.GRUCell(2, kernel_initializer=tf.ones_initializer(), name='cell')
y, _ = cell(x * w, tf.zeros_like(x))
loss = tf.reduce_mean(tf.square(y - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)


def see():
    return tf.get_default_graph()


sess = tf.Session()
sess.run(tf.global_variables_initializer())
for i in range(3):
    print(sess.run([train_op, loss], {x: np.eye(2, dtype='f') + i})[1], see() is sess.graph)
