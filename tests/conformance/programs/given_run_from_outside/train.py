# expect: native, parity
"""The block that makes the object runs parts of its graph too, in the names of the object's attributes."""

import numpy as np
import tensorflow as tf

from model import Model

rng = np.random.RandomState(3)


def main():
    model = Model(3, rate=0.1)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for epoch in range(2):
            for _ in range(3):
                x, y = rng.rand(4, model.size), rng.rand(4, 1)
                print(model.train(sess, x, y))
            outs = [sess.run(model.out, {model.x: x, model.keep: keep}) for keep in (0.5, 1.0)]
            print(outs)
            feed = {model.x: x, model.y: y}
            print(sess.run((model.w, model.loss), feed))
            feed = {model.x: 2 * x, model.y: y}
            print(sess.run(model.loss, feed_dict=feed), sess.run([model.out, model.keep], feed_dict={model.x: x}))
            op, loss = sess.run([model.train_op, model.loss], feed_dict={model.y: y, model.x: x})
            print(op, loss)
            if epoch == 0:
                sess.run(tf.global_variables_initializer())


if __name__ == '__main__':
    main()
