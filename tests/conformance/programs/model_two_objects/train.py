# expect: safe compat
"""Two objects of one class in scopes of their own: a target network copied from the other."""

import numpy as np
import tensorflow as tf


class QNet(object):
    def __init__(self, scope, rate=None):
        with tf.variable_scope(scope):
            self.state = tf.placeholder(tf.float32, [None, 4], name='state')
            self.hidden = tf.layers.dense(self.state, 3, tf.nn.tanh, kernel_initializer=tf.constant_initializer(
                0.1 if rate else 0.2))
            self.q = tf.layers.dense(self.hidden, 2, kernel_initializer=tf.constant_initializer(0.3))
            if rate:
                self.target = tf.placeholder(tf.float32, [None, 2], name='target')
                self.loss = tf.reduce_mean(tf.squared_difference(self.q, self.target))
                self.train_op = tf.train.RMSPropOptimizer(rate).minimize(self.loss)


def main():
    rng = np.random.RandomState(1)
    online = QNet('online', 0.01)
    frozen = QNet('target')
    t_params = tf.get_collection(tf.GraphKeys.GLOBAL_VARIABLES, scope='target')
    e_params = tf.get_collection(tf.GraphKeys.TRAINABLE_VARIABLES, scope='online')
    replace = [tf.assign(t, e) for t, e in zip(t_params, e_params)]
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    for i in range(6):
        s = rng.rand(5, 4)
        if i % 3 == 0:
            sess.run(replace)
        q_next = sess.run(frozen.q, feed_dict={frozen.state: s})
        goal = 1.0 + 0.9 * q_next
        _, loss = sess.run([online.train_op, online.loss],
                           feed_dict={online.state: s, online.target: goal})
        print(i, loss, q_next.max())


if __name__ == '__main__':
    main()
