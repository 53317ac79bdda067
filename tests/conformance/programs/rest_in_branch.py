# expect: native, parity
"""One branch of a condition holds the graph and its session; what is printed behind it is Python."""

import numpy as np
import tensorflow as tf

mode, rate, value = 'train', 0.5, None
asked = []


def is_mode(name):
    asked.append(name)
    return mode == name


if is_mode('test'):
    print('nothing to test')
elif is_mode('train'):
    rate = 0.1
    x = tf.placeholder(tf.float32, [None, 3])
    w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.5))
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
    train_op = tf.train.GradientDescentOptimizer(rate).minimize(loss)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for _ in range(4):
            value, _ = session.run([loss, train_op], {x: np.eye(3)})
else:
    rate = 0.0
print(asked, rate, value)
