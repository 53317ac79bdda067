# expect: safe native
"""A local variable is called compat."""

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
        compat = True
        tower_grads = []
        with tf.variable_scope(tf.get_variable_scope()):
            for i in range(NUM_GPUS):
                with tf.device('/gpu:%d' % i), tf.name_scope('tower_%d' % i):
                    loss = tf.reduce_mean(tf.square(model(xs[i]) - ys[i]))
                    tf.get_variable_scope().reuse_variables()
                    tower_grads.append(opt.compute_gradients(loss))
        train_op = opt.apply_gradients(average_gradients(tower_grads))
        init = tf.global_variables_initializer()
        with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
            sess.run(init)
            for step in range(6):
                bx, by = batch()
                _, value = sess.run([train_op, loss], feed_dict={x: bx, y: by})
                print(step, value, compat)


if __name__ == '__main__':
    main()
