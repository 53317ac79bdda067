# expect: compat explicit devices, parity
"""A condition in each tower, and a loop of the graph behind towers for evaluation."""

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
        scale = tf.placeholder(tf.float32, [], name='scale')
        opt = tf.train.GradientDescentOptimizer(0.1)
        tower_grads = []
        with tf.variable_scope(tf.get_variable_scope()):
            for i in range(NUM_GPUS):
                with tf.device('/gpu:%d' % i), tf.name_scope('tower_%d' % i) as scope:
                    loss = tf.reduce_mean(tf.square(model(xs[i]) - ys[i]))
                    loss = tf.cond(scale > 0.5, lambda: loss * scale, lambda: loss)
                    tf.get_variable_scope().reuse_variables()
                    tower_grads.append(opt.compute_gradients(loss))
        train_op = opt.apply_gradients(average_gradients(tower_grads))
        right = []
        with tf.variable_scope(tf.get_variable_scope(), reuse=True):
            for i in range(NUM_GPUS):
                with tf.device('/gpu:%d' % i), tf.name_scope('eval_%d' % i):
                    right.append(tf.reduce_sum(tf.abs(model(xs[i]) - ys[i])))
        error = tf.add_n(right)
        total = tf.while_loop(lambda n, s: n < 3, lambda n, s: (n + 1, s + error), [0, 0.0])[1]
        with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
            sess.run(tf.global_variables_initializer())
            for step in range(5):
                bx, by = batch()
                _, value = sess.run([train_op, loss], feed_dict={x: bx, y: by, scale: step * 0.3})
                print(step, value)
                print(sess.run(total, {x: bx, y: by}))


if __name__ == '__main__':
    main()
