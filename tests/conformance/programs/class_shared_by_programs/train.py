# expect: SES213 compat wrapped, parity
"""Two programs share a class: one trains what it builds, the other has its method run that."""

import numpy as np
import tensorflow as tf

from model import Model


def main():
    model = Model(3)
    random = np.random.RandomState(0)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(4):
            sess.run(tf.assign(model.rate, 0.1 * 0.9 ** step))
            fetches = [model.train_op, model.loss]
            _, loss = sess.run(fetches, {model.x: random.rand(4, 3)})
            print(step, '%.6f' % loss)
        print(sess.run(model.rate))


if __name__ == '__main__':
    main()
