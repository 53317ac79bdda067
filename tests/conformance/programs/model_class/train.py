# expect: compat, parity
"""A class holds the graph; its placeholders are fed."""

import numpy as np
import tensorflow as tf

from model import Model


def main():
    rng = np.random.RandomState(0)
    model = Model(3, 0.05)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(5):
            bx = rng.rand(6, 3)
            _, loss = sess.run([model.train_op, model.loss],
                               feed_dict={model.x: bx, model.y: bx.sum(1, keepdims=True)})
            print(loss)
        print(sess.run(model.w), sess.run(model.global_step))
        print(sess.run(model.pred, {model.x: np.ones((2, 3))}))


if __name__ == '__main__':
    main()
