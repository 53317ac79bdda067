# expect: lower
"""A one-shot iterator that a function gives: each of the sessions starts it anew."""

import numpy as np
import tensorflow as tf


def make_iterator():
    rows = tf.data.Dataset.from_tensor_slices(np.arange(8, dtype=np.float32))
    return rows.batch(2).make_one_shot_iterator()


def main():
    iterator = make_iterator()
    batch = iterator.get_next()
    total = tf.reduce_sum(batch)
    for turn in range(2):
        with tf.Session() as sess:
            print(turn, sess.run(total))
            print(turn, sess.run(total))


if __name__ == '__main__':
    main()
