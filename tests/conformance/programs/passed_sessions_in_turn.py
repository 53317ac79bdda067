# expect: native, parity
"""A function is passed one session, and later another one, which begins anew."""

import tensorflow as tf

w = tf.Variable(tf.constant([1.0, 2.0]), name='w')
loss = tf.reduce_sum(tf.square(w))
train_op = tf.train.MomentumOptimizer(0.1, 0.5).minimize(loss)


def evaluate(sess):
    return sess.run(loss)


def train(session):
    for _ in range(3):
        session.run(train_op)
        print(evaluate(session))


first = tf.Session()
first.run(tf.global_variables_initializer())
train(first)
first.close()
second = tf.Session()
second.run(tf.global_variables_initializer())
print(evaluate(second))
train(second)
