# expect: SES210
"""A function inside one method, which goes on elsewhere, is also shown."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(61)


class Autoencoder(object):
    def __init__(self, width):
        self.width = width
        self.x = tf.placeholder(tf.float32, [None, 4])

    def infer(self):
        def dense(x, size, name):
            return tf.matmul(x, tf.get_variable(name, [x.shape[1], size]))

        def decode(code, name='decoder'):
            """The way back."""
            return dense(code, 4, name)

        code = tf.tanh(dense(self.x, self.width, 'encoder'))
        self.again = decode(code)
        print(decode.__doc__)

    def optimise(self):
        self.loss = tf.reduce_mean(tf.square(self.again - self.x))
        self.train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(self.loss)

    def fit(self, session):
        for _ in range(3):
            images = rng.rand(5, 4)
            _, loss = session.run([self.train_op, self.loss], {self.x: images})
            print(loss, session.run(self.again, {self.x: images}).sum())


def main():
    model = Autoencoder(2)
    model.infer()
    model.optimise()
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        model.fit(session)


if __name__ == '__main__':
    main()
