# expect: native, parity
"""A function is handed what starts an iterator: another one in each call, by a name or as an attribute."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(8)
x = rng.rand(9, 2).astype(np.float32)
train = tf.data.Dataset.from_tensor_slices((x, x.sum(1))).batch(3)
valid = tf.data.Dataset.from_tensor_slices((x[:4], x[:4].sum(1))).batch(2)
iterator = tf.data.Iterator.from_structure(train.output_types, train.output_shapes)
rows, goals = iterator.get_next()
starts = tf.data.Dataset.range(3).make_initializable_iterator()
count = starts.get_next()

w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.2))
loss = tf.reduce_mean(tf.square(tf.matmul(rows, w)[:, 0] - goals))
train_op = tf.train.GradientDescentOptimizer(0.3).minimize(loss)
train_init = iterator.make_initializer(train)
valid_init = iterator.make_initializer(valid)


def total(session, value, start):
    session.run(start)
    found = 0.0
    while True:
        try:
            found += session.run(value)
        except tf.errors.OutOfRangeError:
            return found


def begin(session, *, init):
    session.run([init])


with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(2):
        begin(sess, init=train_init)
        begin(sess, init=starts.initializer)
        for step in range(3):
            print(sess.run([train_op, loss])[1], sess.run(count))
        print(total(sess, loss, valid_init), total(sess, loss, start=train_init))
