# expect: lower
"""A function is handed what starts an iterator, or nothing."""

import numpy as np
import tensorflow as tf

x = np.arange(6, dtype=np.float32)
data = tf.data.Dataset.from_tensor_slices(x).batch(2).repeat()
iterator = data.make_initializable_iterator()
w = tf.get_variable('w', [], initializer=tf.constant_initializer(0.2))
loss = tf.reduce_mean(tf.square(iterator.get_next() * w - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)


def step(session, start=None):
    if start is not None:
        session.run(start)
    return session.run([loss, train_op])[0]


with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(step(sess, iterator.initializer), step(sess, None))
