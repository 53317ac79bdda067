# expect: SES215
"""Functions run a module's graph in sessions of their own, one after the other: each starts the input anew."""

import sys

import tensorflow as tf

data = tf.data.Dataset.range(100).batch(2)
batch = tf.cast(data.make_one_shot_iterator().get_next(), tf.float32)
w = tf.get_variable('w', [], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_mean(tf.square(w * batch - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)


def train():
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    print(sess.run([train_op, loss])[1])


def test():
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    print(sess.run(loss))


if __name__ == '__main__':
    if 'test' not in sys.argv:
        train()
    test()
