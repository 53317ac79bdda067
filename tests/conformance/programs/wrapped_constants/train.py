# expect: wrapped, parity
"""Another file makes a constant as it is imported, which a function of a data set's elements uses."""

import numpy as np
import rows
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices(np.arange(12, dtype='f').reshape(6, 2)).map(rows.centred).batch(2)
x = tf.data.make_one_shot_iterator(data).get_next()
w = tf.get_variable('w', [2], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.reduce_sum(x * w, 1) - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)


def see():
    return tf.get_default_graph()


sess = tf.Session()
sess.run(tf.global_variables_initializer())
for i in range(3):
    print(sess.run([train_op, loss])[1], see() is sess.graph)
