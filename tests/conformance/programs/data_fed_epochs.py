# expect: native, parity
"""An iterator that is initialised in each epoch with the arrays that its placeholders are fed."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(5)
x = rng.rand(7, 3).astype(np.float32)
y = x.sum(axis=1, keepdims=True)


def main():
    # What the data set is made of.
    features = tf.placeholder(x.dtype, x.shape)
    labels = tf.placeholder(y.dtype, y.shape)

    dataset = tf.data.Dataset.from_tensor_slices((features, labels))
    dataset = dataset.map(lambda a, b: (a * 2.0, b))  # twice as large
    dataset = dataset.batch(3)
    iterator = dataset.make_initializable_iterator()
    next_x, next_y = iterator.get_next()
    w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.2))
    loss = tf.reduce_mean(tf.square(tf.matmul(next_x, w) - next_y))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for epoch in range(3):
            # Begin again.
            sess.run(iterator.initializer, feed_dict={features: x, labels: y})
            while True:
                try:
                    _, value = sess.run([train_op, loss])
                    print(epoch, value)
                except tf.errors.OutOfRangeError:
                    break


if __name__ == '__main__':
    main()
