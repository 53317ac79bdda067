# expect: lower
"""While one function runs its session, another opens one that starts the variables anew, by the same name."""

import tensorflow as tf

w = tf.Variable(tf.constant([1.0, 2.0]), name='w')
loss = tf.reduce_sum(tf.square(w))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)


def look():
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    print(sess.run(loss))


def train():
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        sess.run(train_op)
    look()
    print(sess.run(loss))


train()
