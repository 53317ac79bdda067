# expect: compat explicit devices, parity
"""Batch normalisation in towers; the updates of the first tower alone are run, as in Inception."""

import numpy as np
import tensorflow as tf

NUM_GPUS = 2
rng = np.random.RandomState(82)


def tower_loss(x, y, scope):
    h = tf.layers.dense(x, 4, kernel_initializer=tf.constant_initializer(0.2), name='fc1')
    h = tf.layers.batch_normalization(h, training=True, momentum=0.8, name='bn')
    out = tf.layers.dense(tf.nn.relu(h), 1, kernel_initializer=tf.constant_initializer(0.3), name='fc2')
    loss = tf.reduce_mean(tf.square(out - y))
    tf.add_to_collection('losses', loss)
    return tf.add_n(tf.get_collection('losses', scope), name='total_loss')


def average_gradients(tower_grads):
    average_grads = []
    for grad_and_vars in zip(*tower_grads):
        grads = [tf.expand_dims(g, 0) for g, _ in grad_and_vars]
        average_grads.append((tf.reduce_mean(tf.concat(axis=0, values=grads), 0), grad_and_vars[0][1]))
    return average_grads


def main():
    x = tf.placeholder(tf.float32, [None, 3])
    y = tf.placeholder(tf.float32, [None, 1])
    xs, ys = tf.split(x, NUM_GPUS), tf.split(y, NUM_GPUS)
    opt = tf.train.GradientDescentOptimizer(0.1)
    tower_grads = []
    updates = None
    with tf.variable_scope(tf.get_variable_scope()):
        for i in range(NUM_GPUS):
            with tf.device('/gpu:%d' % i):
                with tf.name_scope('tower_%d' % i) as scope:
                    loss = tower_loss(xs[i], ys[i], scope)
                    tf.get_variable_scope().reuse_variables()
                    if i == 0:
                        updates = tf.get_collection(tf.GraphKeys.UPDATE_OPS, scope)
                    tower_grads.append(opt.compute_gradients(loss))
    apply_op = opt.apply_gradients(average_gradients(tower_grads))
    train_op = tf.group(apply_op, *updates)
    with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(4):
            bx = rng.rand(6, 3)
            _, value = sess.run([train_op, loss], {x: bx, y: bx.sum(1, keepdims=True)})
            print(i, value)


if __name__ == '__main__':
    main()
