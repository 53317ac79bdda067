# expect: compat explicit devices, parity
"""Two losses, two optimizers and two averages; the update of the second waits for the first."""

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
        x = tf.placeholder(tf.float32, [None, 3], name='x')
        y = tf.placeholder(tf.float32, [None, 1], name='y')
        xs, ys = tf.split(x, NUM_GPUS), tf.split(y, NUM_GPUS)
        opt = tf.train.GradientDescentOptimizer(0.1)
        other = tf.train.MomentumOptimizer(0.05, 0.9)
        first_grads, second_grads = [], []
        with tf.variable_scope(tf.get_variable_scope()):
            for i in range(NUM_GPUS):
                with tf.device('/gpu:%d' % i), tf.name_scope('tower_%d' % i) as scope:
                    loss = tf.reduce_mean(tf.square(model(xs[i]) - ys[i]))
                    tf.get_variable_scope().reuse_variables()
                    first_grads.append(opt.compute_gradients(loss))
                    second = tf.reduce_mean(tf.abs(model(xs[i]) - ys[i]))
                    second_grads.append(other.compute_gradients(second))
        second_mean = average_gradients(second_grads)
        with tf.control_dependencies([grad for grad, _ in second_mean]):  # which read what the first one updates
            first_op = opt.apply_gradients(average_gradients(first_grads))
        with tf.control_dependencies([first_op]):
            train_op = other.apply_gradients(second_mean)
        with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
            sess.run(tf.global_variables_initializer())
            for step in range(5):
                bx, by = batch()
                _, value, _ = sess.run([train_op, loss, second], feed_dict={x: bx, y: by})
                print(step, value)


if __name__ == '__main__':
    main()
