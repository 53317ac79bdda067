# expect: native MirroredStrategy, parity
"""An element for each tower of training and of evaluation, from iterators of their own."""

import numpy as np
import tensorflow as tf

NUM_GPUS = 2
BATCH = 4
rng = np.random.RandomState(11)


def batch():
    x = rng.rand(NUM_GPUS * BATCH, 3).astype(np.float32)
    return x, x.sum(axis=1, keepdims=True)


def model(x):
    with tf.variable_scope('fc'):
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
        b = tf.get_variable('b', [1], initializer=tf.zeros_initializer())
        return tf.matmul(x, w) + b


def average_gradients(tower_grads):
    average = []
    for pairs in zip(*tower_grads):
        grads = [tf.expand_dims(g, 0) for g, _ in pairs]
        average.append((tf.reduce_mean(tf.concat(grads, 0), 0), pairs[0][1]))
    return average


def main():
    with tf.Graph().as_default(), tf.device('/cpu:0'):
        def elements(count, scale):
            ys = np.arange(count, dtype=np.float32).reshape(count, 1) / count
            return tf.data.Dataset.from_tensor_slices((np.repeat(ys, 3, 1) * scale, ys)).repeat().batch(BATCH)

        train_iterator = elements(16, 1.0).make_initializable_iterator()
        test_iterator = elements(8, 2.0).make_initializable_iterator()
        opt = tf.train.GradientDescentOptimizer(0.1)
        tower_grads, losses = [], []
        with tf.variable_scope(tf.get_variable_scope()):
            for i in range(NUM_GPUS):
                with tf.device('/gpu:%d' % i), tf.name_scope('tower_%d' % i) as scope:
                    xb, yb = train_iterator.get_next()
                    loss = tf.reduce_mean(tf.square(model(xb) - yb))
                    losses.append(loss)
                    tf.get_variable_scope().reuse_variables()
                    tower_grads.append(opt.compute_gradients(loss))
        loss = tf.add_n(losses)
        train_op = opt.apply_gradients(average_gradients(tower_grads))
        right = []
        with tf.variable_scope(tf.get_variable_scope(), reuse=True):
            for i in range(NUM_GPUS):
                with tf.device('/gpu:%d' % i), tf.name_scope('eval_%d' % i):
                    xb, yb = test_iterator.get_next()
                    right.append(tf.reduce_sum(tf.abs(model(xb) - yb)))
        error = tf.add_n(right)
        with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
            sess.run(tf.global_variables_initializer())
            sess.run([train_iterator.initializer, test_iterator.initializer])
            for step in range(4):
                print(sess.run(error))
                _, value = sess.run([train_op, loss])
                print(step, value)
                print(sess.run([loss, error]))


if __name__ == '__main__':
    main()
