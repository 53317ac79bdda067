# expect: native
"""A module asks which layers a library has, beside the function that trains: asking builds none."""

import numpy as np
import tensorflow as tf

HAS_DENSE = hasattr(tf.layers, 'dense') and callable(tf.layers.dense)


def main():
    x = tf.placeholder(tf.float32, [None, 3])
    w = tf.get_variable('w', [3, 2], initializer=tf.constant_initializer(0.5))
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
    train_op = tf.train.AdamOptimizer(0.05).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(3):
            print(step, sess.run([train_op, loss], {x: np.full([2, 3], step + 1.0)})[1])


main()
print(HAS_DENSE)
