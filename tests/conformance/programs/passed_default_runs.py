# expect: lower
"""The default of a parameter is computed by the session."""

import numpy as np
import tensorflow as tf


x = tf.placeholder(tf.float32, [None, 3], name='x')
y = tf.placeholder(tf.float32, [None], name='y')
w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.5))
pred = tf.reduce_sum(x * w, 1)
loss = tf.reduce_mean(tf.square(pred - y))
train_op = tf.train.GradientDescentOptimizer(0.05).minimize(loss)
data = np.arange(12).reshape(4, 3).astype(np.float32) / 10
labels = np.arange(4).astype(np.float32)
sess = tf.Session()
sess.run(tf.global_variables_initializer())


def evaluate(d=sess.run(w), k=int(x.shape[1])):
    return sess.run(pred, {x: [d]}) + k


print(evaluate())
sess.run(train_op, {x: data, y: labels})
print(evaluate())
