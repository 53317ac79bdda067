# expect: safe
"""A function makes the dictionary to feed, as in mnist_with_summaries."""

import numpy as np
import tensorflow as tf


def train():
    rng = np.random.RandomState(41)
    x = tf.placeholder(tf.float32, [None, 3], name='x-input')
    y_ = tf.placeholder(tf.int64, [None], name='y-input')
    keep_prob = tf.placeholder(tf.float32)
    w = tf.Variable(tf.constant(0.1, shape=[3, 2]))
    logits = tf.matmul(tf.nn.dropout(x, keep_prob), w)
    cross_entropy = tf.losses.sparse_softmax_cross_entropy(labels=y_, logits=logits)
    train_step = tf.train.AdamOptimizer(0.01).minimize(cross_entropy)
    accuracy = tf.reduce_mean(tf.cast(tf.equal(tf.argmax(logits, 1), y_), tf.float32))
    sess = tf.InteractiveSession()
    tf.global_variables_initializer().run()

    def feed_dict(train):
        xs = rng.rand(6, 3)
        return {x: xs, y_: (xs[:, 0] > xs[:, 1]).astype(int), keep_prob: 1.0 if train else 1.0}

    for i in range(4):
        if i % 2 == 0:
            print('Accuracy at step %s: %s' % (i, sess.run(accuracy, feed_dict=feed_dict(False))))
        else:
            _, loss = sess.run([train_step, cross_entropy], feed_dict=feed_dict(True))
            print(loss)


if __name__ == '__main__':
    train()
