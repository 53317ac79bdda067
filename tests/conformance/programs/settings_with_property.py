# expect: SES252
"""Settings of the program's own: setting one of them changes another."""

import numpy as np
import tensorflow as tf


class Settings:
    scale = 2.0

    @property
    def percent(self):
        return 100.0 * self.scale

    @percent.setter
    def percent(self, value):
        self.scale = value / 100.0


args = Settings()


def rescale():
    args.percent = 500.0


def scaled(x):
    return tf.multiply(x, args.scale)


def main():
    x = tf.placeholder(tf.float32, [3])
    out = scaled(x)
    rescale()
    with tf.Session() as sess:
        print(sess.run(out, {x: np.ones(3)}))


main()
