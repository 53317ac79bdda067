# expect: SES210
"""What an object has built stays as it was when the object is changed, by another name for it."""

import numpy as np
import tensorflow as tf


class Scale:
    def __init__(self):
        self.factor = 1.0

    def build(self, x):
        return tf.multiply(x, self.factor)


def main():
    x = tf.placeholder(tf.float32, [3])
    scale = Scale()
    out = scale.build(x)
    for one in [scale]:
        one.factor = 5.0
    with tf.Session() as sess:
        print(sess.run(out, {x: np.ones(3)}))


main()
