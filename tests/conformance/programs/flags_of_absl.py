# expect: native, parity
"""Flags with names that a library has taken, which came with TensorFlow 2."""
import numpy as np
import tensorflow as tf

flags = tf.app.flags
flags.DEFINE_string('log_dir', 'logs', 'Where events go')
flags.DEFINE_integer('v', 3, 'How much is told')
FLAGS = flags.FLAGS


def main(_):
    x = tf.placeholder(tf.float32, [None, 3])
    w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.5))
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - FLAGS.v))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    rows = np.random.RandomState(0).rand(5, 3).astype(np.float32)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(4):
            _, value = sess.run([train_op, loss], feed_dict={x: rows})
            print(FLAGS.log_dir, value)


if __name__ == '__main__':
    tf.app.run()
