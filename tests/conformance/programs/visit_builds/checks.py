import tensorflow as tf


def accuracy(sess, logits, x, inputs, labels):
    right = tf.equal(tf.argmax(logits, 1), labels)
    return sess.run(tf.reduce_mean(tf.cast(right, tf.float32)), {x: inputs})
