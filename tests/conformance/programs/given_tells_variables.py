# expect: native, parity
"""The block that opens the session tells which variables the model has, and how large they are."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(47)


def size(shape):
    number = 1
    for dim in shape.as_list():
        number *= dim
    return number


def show_all_variables():
    total = 0
    for v in tf.trainable_variables():
        print(v.name, v.get_shape(), v.dtype.name, "a bias" if "b:" in v.name else "")
        total += size(v.get_shape())
    print("%d variables in all" % total)


class Model(object):
    def __init__(self, sess):
        self.sess = sess

    def build(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        with tf.variable_scope("net"):
            w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.3))
            b = tf.get_variable("b", [2], initializer=tf.constant_initializer(0.1))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) + b - 1.0))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    def train(self, x):
        loss, _ = self.sess.run([self.loss, self.train_op], {self.x: x})
        return loss


with tf.Session() as sess:
    model = Model(sess)
    model.build()
    # what there is
    show_all_variables()
    print(sum(np.prod(v.shape.as_list()) for v in tf.global_variables()))
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, model.train(rng.rand(5, 3)))
