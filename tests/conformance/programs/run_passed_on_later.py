# expect: SES201
"""A function is passed what runs the session when it is called."""
import tensorflow as tf


def read_twice(read):
    first = read()
    read = None if first is None else read
    return read()


w = tf.get_variable('w', [3, 1])
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(tf.square(w)))

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(5):
        sess.run(train_op)
        print(read_twice(lambda: sess.run(w)))
