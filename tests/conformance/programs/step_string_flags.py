# expect: native, parity
"""The optimizer is chosen by a flag, and the size of the batch too."""

import numpy as np
import tensorflow as tf

flags = tf.app.flags
FLAGS = flags.FLAGS
flags.DEFINE_string('optimizer', 'momentum', 'which')
flags.DEFINE_integer('batch_size', 4, 'rows')
flags.DEFINE_float('rate', 0.05, 'learning rate')


def get_optimizer():
    if FLAGS.optimizer == 'adam':
        return tf.train.AdamOptimizer(FLAGS.rate)
    elif FLAGS.optimizer == 'momentum':
        return tf.train.MomentumOptimizer(FLAGS.rate, 0.9)
    raise ValueError(FLAGS.optimizer)


def main(_):
    rng = np.random.RandomState(97)
    x = tf.placeholder(tf.float32, [FLAGS.batch_size, 3])
    w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
    optimizer = get_optimizer()
    train_op = optimizer.minimize(loss)
    with tf.Session(config=tf.ConfigProto(log_device_placement=False)) as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(4):
            _, value = sess.run([train_op, loss], feed_dict={x: rng.rand(FLAGS.batch_size, 3)})
            print('step {:d} loss {:.6f}'.format(i, value))


if __name__ == '__main__':
    tf.app.run(main=main)
