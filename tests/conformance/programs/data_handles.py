# expect: native, parity
"""A run names the iterator that it takes from by a handle that it feeds."""

import numpy as np
import tensorflow as tf

x = np.arange(12, dtype=np.float32).reshape(6, 2)
train = tf.data.Dataset.from_tensor_slices((x, x.sum(1))).repeat().batch(2)
valid = tf.data.Dataset.from_tensor_slices((x / 10, x.sum(1))).batch(3)
handle = tf.placeholder(tf.string, shape=[])
with tf.device('/cpu:0'):
    iterator = tf.data.Iterator.from_string_handle(handle, train.output_types, train.output_shapes)
    rows, goals = iterator.get_next()
training = train.make_one_shot_iterator()
validating = valid.make_initializable_iterator()

w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.2))
loss = tf.reduce_mean(tf.square(tf.matmul(rows, w)[:, 0] - goals))
train_op = tf.train.GradientDescentOptimizer(0.002).minimize(loss)


def total(session, value, name, start):
    session.run(start)
    found = 0.0
    while True:
        try:
            found += session.run(value, feed_dict={handle: name})
        except tf.errors.OutOfRangeError:
            return found


with tf.Session() as sess:
    first = sess.run(training.string_handle())
    first, second = sess.run([training.string_handle(), validating.string_handle()])
    sess.run(tf.global_variables_initializer())
    for step in range(5):
        print(sess.run([train_op, loss], feed_dict={handle: first})[1])
        if step % 2:
            print(total(sess, loss, second, validating.initializer))
