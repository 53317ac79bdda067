# expect: native, parity
"""One iterator, which starts with either of two data sets; each has placeholders of its own."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(5)
x = rng.rand(7, 3).astype(np.float32)
y = x.sum(axis=1, keepdims=True)

train_x = tf.placeholder(tf.float32, [None, 3])
train_y = tf.placeholder(tf.float32, [None, 1])
test_x = tf.placeholder(tf.float32, [None, 3], name='test_x')
test_y = tf.placeholder(tf.float32, [None, 1], name='test_y')
train_data = tf.data.Dataset.from_tensor_slices((train_x, train_y)).batch(2)
test_data = tf.data.Dataset.from_tensor_slices((test_x, test_y))
test_data = test_data.batch(4)
iterator = tf.data.Iterator.from_structure(train_data.output_types, train_data.output_shapes)
next_x, next_y = iterator.get_next()
train_init = iterator.make_initializer(train_data)
test_init = iterator.make_initializer(test_data, name='test')

w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.2))
loss = tf.reduce_mean(tf.square(tf.matmul(next_x, w) - next_y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(2):
        sess.run(train_init, feed_dict={train_x: x[:4], train_y: y[:4]})
        try:
            while True:
                print('train', sess.run([train_op, loss])[1])
        except tf.errors.OutOfRangeError:
            pass
        sess.run(test_init, {test_y: y[4:], test_x: x[4:]})
        print('test', sess.run(loss))
