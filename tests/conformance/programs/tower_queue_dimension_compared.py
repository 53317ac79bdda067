# expect: native, parity
"""Towers take batches from a queue; a function compares a dimension of what it is passed."""

import numpy as np
import tensorflow as tf


def block(net, width, depth):
    w = tf.get_variable('w%d' % depth, [width, depth], initializer=tf.constant_initializer(0.1))
    out = tf.matmul(net, w)
    if width != depth:
        net = net[:, :depth]
    return tf.add(out, net)


def inference(images):
    net = block(images, images.shape[1].value, 3)
    return block(net, net.shape[1].value, 2)


images = tf.constant(np.tile(np.random.RandomState(31).rand(1, 3), [8, 1]), tf.float32)
batch = tf.train.batch([images], 4, enqueue_many=True)
queue = tf.contrib.slim.prefetch_queue.prefetch_queue([batch], capacity=4)
optimizer = tf.train.GradientDescentOptimizer(0.1)
tower_grads = []
with tf.variable_scope(tf.get_variable_scope()):
    for i in range(2):
        with tf.device('/gpu:%d' % i), tf.name_scope('tower_%d' % i):
            loss = tf.reduce_mean(tf.square(inference(queue.dequeue()) - 1.0))
            tf.get_variable_scope().reuse_variables()
            tower_grads.append(optimizer.compute_gradients(loss))
grads = []
for pairs in zip(*tower_grads):
    grads.append((tf.reduce_mean(tf.stack([g for g, _ in pairs]), 0), pairs[0][1]))
train_op = optimizer.apply_gradients(grads)
with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
    sess.run(tf.global_variables_initializer())
    coord = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(sess, coord)
    for i in range(4):
        _, loss_value = sess.run([train_op, loss])
        print('step', i, 0, 'loss', repr(float(loss_value)))
    coord.request_stop()
    coord.join(threads)
