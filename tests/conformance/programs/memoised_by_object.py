# expect: wrapped, parity
"""A memoised network."""
import functools
import numpy as np
import tensorflow as tf

class Once(object):
    def __init__(self, f):
        self.f = f
        self.value = None

    def __call__(self, x):
        if self.value is None:
            self.value = self.f(x)
        return self.value


@Once
def network(x):
    w = tf.get_variable('w', [3, 2], initializer=tf.ones_initializer())
    return tf.matmul(x, w)


def loss_of(x, y):
    return tf.reduce_mean(tf.square(network(x) - y))


def main():
    x = tf.placeholder(tf.float32, [None, 3])
    y = tf.placeholder(tf.float32, [None, 2])
    out = network(x)
    loss = loss_of(x, y)
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    rng = np.random.RandomState(0)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(3):
            feed = {x: rng.rand(4, 3), y: rng.rand(4, 2)}
            _, l = sess.run([train_op, loss], feed_dict=feed)
            print(l, sess.run(out, {x: rng.rand(1, 3)}))


if __name__ == '__main__':
    main()
