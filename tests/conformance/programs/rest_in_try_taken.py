# expect: native, parity
"""A `try` that catches the error of a name that is taken, in a function that makes variables."""

import tensorflow as tf


def weights(name):
    return tf.get_variable(name, [2], initializer=tf.constant_initializer(1.0))


def train(names):
    made = []
    try:
        with tf.Graph().as_default():
            first, second = weights(names[0]), weights(names[1])
            made.append(names)
            loss = tf.reduce_sum(tf.square(first * second))
            train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
            with tf.Session() as session:
                session.run(tf.global_variables_initializer())
                for _ in range(3):
                    print(session.run([loss, train_op])[0])
    except ValueError:
        print('taken')
    print(len(made))


train(['a', 'b'])
