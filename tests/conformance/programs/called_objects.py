# expect: compat, parity
"""Objects are called: where they are made, out of a list, and by name, one of which counts its calls."""

import numpy as np
import tensorflow as tf


class Linear:
    def __init__(self, inputs, outputs, name):
        self.w = tf.get_variable(name, [inputs, outputs], initializer=tf.constant_initializer(0.2))

    def __call__(self, x):
        return tf.matmul(x, self.w)

    def forward(self, x):
        return tf.layers.dense(self(x), 2, kernel_initializer=tf.ones_initializer())


class Counter:
    def __init__(self):
        self.calls = 0

    def __call__(self, x):
        self.calls += 1
        return tf.multiply(x, self.calls)


def main():
    x = tf.placeholder(tf.float32, [None, 3])
    counter = Counter()
    hidden = counter(Linear(3, 2, 'first')(x))
    layers = [Linear(2, 2, 'second')]
    layers.append(Linear(2, 2, 'third'))
    for layer in layers:
        hidden = layer.forward(hidden)
    out = counter(hidden)
    for layer in layers[1:]:
        hidden = layer.forward(hidden)
    loss = tf.reduce_mean(tf.square(counter(hidden) - 1.0))
    train_op = tf.train.GradientDescentOptimizer(0.0001).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(3):
            print(sess.run([loss, train_op], {x: np.ones([2, 3])})[0])
        print(sess.run(out, {x: np.ones([2, 3])}))


main()
