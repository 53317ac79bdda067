# expect: compat, parity
"""Objects are called: by their names, in a loop, and by a function; each time they add to a collection."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(37)


class Dense(object):
    def __init__(self, name, columns):
        self.name = name
        self.columns = columns

    def __call__(self, x, reuse=False):
        with tf.variable_scope(self.name, reuse=reuse):
            kernel = tf.get_variable('kernel', [3, self.columns], initializer=tf.constant_initializer(0.3))
        tf.add_to_collection('costs', tf.reduce_sum(tf.square(kernel)))
        return tf.tanh(tf.matmul(x, kernel))

    @property
    def variables(self):
        return [one for one in tf.trainable_variables() if one.name.startswith(self.name)]


def doubled(layer, x):
    return layer(x * 2.0, reuse=True)


def main():
    x = tf.placeholder(tf.float32, [None, 3])
    first = Dense('first', 3)
    last = Dense('last', 1)
    outputs = x
    for layer in [first, last]:
        outputs = layer(outputs)
    loss = tf.reduce_mean(tf.square(outputs - doubled(last, x)))
    shifted = last(x + 1.0, reuse=True)
    cost = tf.add_n(tf.get_collection('costs'))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, var_list=first.variables)

    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(3):
            _, value = sess.run([train_op, loss], {x: rng.rand(4, 3)})
            print(value, sess.run(cost), sess.run(shifted, {x: np.ones((1, 3))}))


main()
