# expect: safe wrapped
"""An iterator that a method gives, over rows in a seeded order: each initialisation starts that anew."""

import numpy as np
import tensorflow as tf


class Rows:
    def __init__(self, count):
        self.count = count

    def shuffled(self):
        return tf.data.Dataset.from_tensor_slices(np.arange(self.count, dtype=np.float32)).shuffle(8, seed=3)

    def iterator(self):
        return self.shuffled().batch(4).make_initializable_iterator()


def main():
    rows = Rows(8)
    iterator = rows.iterator()
    batch = iterator.get_next()
    w = tf.get_variable('w', [], initializer=tf.constant_initializer(0.5))
    loss = tf.reduce_sum(tf.square(w * batch[0] - 1.0))
    train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for epoch in range(3):
            sess.run(iterator.initializer)
            for _ in range(2):
                print(epoch, sess.run([train_op, loss])[1])


if __name__ == '__main__':
    main()
