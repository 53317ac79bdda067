# expect: compat explicit devices, parity
"""A helper sums the losses of all towers so far, and each tower adds that to its own."""

import numpy as np
import tensorflow as tf

NUM_GPUS = 3
BATCH = 4
rng = np.random.RandomState(0)


def batch():
    x = rng.rand(NUM_GPUS * BATCH, 3).astype(np.float32)
    return x, x.sum(axis=1, keepdims=True)


def model(x):
    with tf.variable_scope('fc'):
        w = tf.get_variable('w', [3, 1], initializer=tf.random_normal_initializer(stddev=0.5))
        tf.add_to_collection('losses', 0.01 * tf.nn.l2_loss(w))
        return tf.matmul(x, w)


def loss(out, y):
    tf.add_to_collection('losses', tf.reduce_mean(tf.square(out - y)))
    right = tf.reduce_mean(tf.cast(tf.abs(out - y) < 0.5, tf.float32))
    return tf.add_n(tf.get_collection('losses'), name='total_loss'), right


def tower_loss(scope, x, y):
    total, right = loss(model(x), y)
    return total + tf.add_n(tf.get_collection('losses', scope)), right


def average_gradients(tower_grads):
    average = []
    for pairs in zip(*tower_grads):
        grads = [tf.expand_dims(g, 0) for g, _ in pairs]
        average.append((tf.reduce_mean(tf.concat(grads, 0), 0), pairs[0][1]))
    return average


def main():
    with tf.Graph().as_default(), tf.device('/cpu:0'):
        x = tf.placeholder(tf.float32, [None, 3], name='x')
        y = tf.placeholder(tf.float32, [None, 1], name='y')
        xs, ys = tf.split(x, NUM_GPUS), tf.split(y, NUM_GPUS)
        opt = tf.train.GradientDescentOptimizer(0.1)
        tower_grads = []
        with tf.variable_scope(tf.get_variable_scope()):
            with tf.device('/gpu:1'), tf.name_scope('tower_dev') as scope:
                _, dev_right = tower_loss(scope, x, y)
                tf.get_variable_scope().reuse_variables()
            for i in range(NUM_GPUS):
                with tf.device('/gpu:%d' % i), tf.name_scope('tower_%d' % i) as scope:
                    total, right = tower_loss(scope, xs[i], ys[i])
                    tf.get_variable_scope().reuse_variables()
                    tower_grads.append(opt.compute_gradients(total))
        train_op = opt.apply_gradients(average_gradients(tower_grads))
        with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
            sess.run(tf.global_variables_initializer())
            for step in range(5):
                bx, by = batch()
                _, value, some = sess.run([train_op, total, right], feed_dict={x: bx, y: by})
                print(step, value, some, sess.run(dev_right, feed_dict={x: bx, y: by}))


if __name__ == '__main__':
    main()
