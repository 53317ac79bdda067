# expect: SES215
"""A function is passed one session, another, and the first again, which has variables of its own."""

import tensorflow as tf

w = tf.Variable(tf.constant([1.0, 2.0]), name='w')
loss = tf.reduce_sum(tf.square(w))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)


def evaluate(sess):
    return sess.run(loss)


first = tf.Session()
first.run(tf.global_variables_initializer())
first.run(train_op)
print(evaluate(first))
second = tf.Session()
second.run(tf.global_variables_initializer())
print(evaluate(second))
print(evaluate(first))
