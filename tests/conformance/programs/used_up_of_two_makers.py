# expect: SES252
"""A function makes an iterator that two steps would use up, and another one in each step."""

import tensorflow as tf


def fresh(by):
    return iter([by, by * 2.0, by * 3.0, by * 4.0])


def rates(by):
    return fresh(by)


def scaled(w, left):
    for one in left:
        return w * one


class Net(object):
    def __init__(self):
        self.rates = rates(1.0)


def main(net):
    x = tf.placeholder(tf.float32, [2])
    w = tf.get_variable('w', [2], initializer=tf.ones_initializer())
    scratch = rates(w)
    loss = tf.reduce_sum(tf.square(scaled(w, net.rates) - x)) * scaled(w, scratch)[0]
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    other = tf.reduce_sum(loss * 2.0)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(3):
            _, l = sess.run([train, loss], feed_dict={x: [1.0, 2.0]})
            print(l)
            print(sess.run(other, {x: [1.0, 2.0]}))


main(Net())
