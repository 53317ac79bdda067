# expect: compat, parity
"""Two towers of one model, each on its device by a function, in explicit form beside a global one."""
import numpy as np
import tensorflow as tf


def setter(op):
    if op.type in ('Variable', 'VariableV2', 'VarHandleOp'):
        return '/cpu:0'
    return '/gpu:1'


class Model(object):
    def __init__(self, x, device):
        with tf.device(device):
            with tf.variable_scope('model'):
                self.w = tf.get_variable('w', [3, 2], initializer=tf.ones_initializer())
                self.out = tf.matmul(x, self.w)
        with tf.device('/cpu:0'):
            self.loss = tf.reduce_mean(tf.square(self.out))


def main():
    x = tf.placeholder(tf.float32, [None, 3])
    with tf.device(setter):
        first = tf.get_variable('first', [3, 3], initializer=tf.ones_initializer())
        h = tf.matmul(x, first)
    model = Model(h, setter)
    with tf.device(None):
        train_op = tf.train.AdamOptimizer(0.1).minimize(model.loss)
    rng = np.random.RandomState(0)
    with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(4):
            _, l = sess.run([train_op, model.loss], {x: rng.rand(8, 3)})
            print(l)


main()
