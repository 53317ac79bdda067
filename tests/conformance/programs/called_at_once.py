# expect: native, parity
"""What other expressions give is called: initialisers, regularisers, layers, what a table or a condition has."""

import numpy as np
import tensorflow as tf

ACTIVATIONS = {'relu': tf.nn.relu, 'tanh': tf.nn.tanh}


def activated(x, name):
    return ACTIVATIONS[name](tf.layers.Dense(2, kernel_initializer=tf.ones_initializer())(x))


def mean(values):
    return tf.reduce_mean(tf.square(values))


def total(values):
    return tf.reduce_sum(tf.abs(values))


rng = np.random.RandomState(0)
optimizers = {'plain': tf.train.GradientDescentOptimizer, 'adam': tf.train.AdamOptimizer}
measure = mean if len(optimizers) == 2 else total
x = tf.placeholder(tf.float32, [None, 3])
w = tf.Variable(tf.contrib.layers.xavier_initializer()([2, 1]), name='w')
out = tf.matmul(activated(x, 'tanh'), w)
loss = measure(out - 1.0) + tf.contrib.layers.l2_regularizer(0.1)(w)
train_op = optimizers['adam'](0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([loss, train_op], {x: rng.rand(4, 3)})[0])
    print(sess.run(out, {x: np.ones([1, 3])}))
