# expect: compat, parity
"""Unnamed layers from another file, their regularisers in the loss, their updates behind the training."""

import numpy as np
import tensorflow as tf

import nets


def main(_):
    rng = np.random.RandomState(3)
    images = tf.placeholder(tf.float32, [None, 4, 4, 1], name='images')
    labels = tf.placeholder(tf.int64, [None], name='labels')
    training = tf.placeholder(tf.bool, name='training')
    logits = nets.network(images, training)
    xent = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))
    loss = xent + tf.add_n(tf.get_collection(tf.GraphKeys.REGULARIZATION_LOSSES))
    with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS)):
        train_op = tf.train.MomentumOptimizer(0.05, 0.9).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(4):
            feed = {images: rng.rand(6, 4, 4, 1), labels: rng.randint(0, 2, 6), training: True}
            _, value = sess.run([train_op, loss], feed_dict=feed)
            print(step, value)
        print(sess.run([xent, loss], {images: np.ones((2, 4, 4, 1)), labels: [0, 1], training: False}))


if __name__ == '__main__':
    tf.app.run()
