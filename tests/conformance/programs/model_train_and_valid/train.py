# expect: safe compat
"""PTB's way: a training model and a validation model of one class share variables by reuse."""

import numpy as np
import tensorflow as tf


class Model(object):
    def __init__(self, is_training, batch):
        self.x = tf.placeholder(tf.float32, [batch, 3])
        self.y = tf.placeholder(tf.float32, [batch, 1])
        w = tf.get_variable('w', [3, 1])
        b = tf.get_variable('b', [1], initializer=tf.zeros_initializer())
        self.cost = tf.reduce_mean(tf.square(tf.matmul(self.x, w) + b - self.y))
        if not is_training:
            return
        self.lr = tf.Variable(0.0, trainable=False)
        tvars = tf.trainable_variables()
        grads, _ = tf.clip_by_global_norm(tf.gradients(self.cost, tvars), 1.0)
        self.train_op = tf.train.GradientDescentOptimizer(self.lr).apply_gradients(zip(grads, tvars))
        self.new_lr = tf.placeholder(tf.float32, [])
        self.lr_update = tf.assign(self.lr, self.new_lr)


def main():
    rng = np.random.RandomState(5)
    initializer = tf.constant_initializer(0.15)
    with tf.variable_scope('model', reuse=None, initializer=initializer):
        m = Model(True, 4)
    with tf.variable_scope('model', reuse=True, initializer=initializer):
        valid = Model(False, 2)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for i in range(4):
            session.run(m.lr_update, feed_dict={m.new_lr: 0.5 ** i})
            bx = rng.rand(4, 3)
            cost, _ = session.run([m.cost, m.train_op], {m.x: bx, m.y: bx.sum(1, keepdims=True)})
            vx = rng.rand(2, 3)
            print(i, session.run(m.lr), cost, session.run(valid.cost, {valid.x: vx, valid.y: vx.sum(1, keepdims=True)}))


if __name__ == '__main__':
    main()
