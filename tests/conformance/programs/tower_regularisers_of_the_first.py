# expect: compat, parity
"""Each tower adds the regularisers of the first: the variables are shared, and have one each."""

import tempfile

import numpy as np
import tensorflow as tf
from tensorflow.contrib import slim

WIDE = True


def block(x, width, outputs_collections=None):
    y = slim.fully_connected(x, width, scope='a')
    return slim.utils.collect_named_outputs(outputs_collections, 'net/block_%d' % width, y)


def base(x, training):
    with tf.variable_scope('net', values=[x]) as sc:
        points = sc.name + '_points'
        with slim.arg_scope([slim.fully_connected], outputs_collections=points):
            with slim.arg_scope([slim.batch_norm], is_training=training):
                y = block(x, 3, points)
                known = slim.utils.convert_collection_to_dict(points)
                known['last'] = y
                return y, known


def model(x, training=True):
    params = {'decay': 0.9, 'epsilon': 1e-5, 'scale': True, 'is_training': training}
    with slim.arg_scope([slim.fully_connected], activation_fn=tf.nn.tanh, normalizer_fn=slim.batch_norm,
                        normalizer_params=params, weights_regularizer=slim.l2_regularizer(1e-3),
                        weights_initializer=tf.constant_initializer(0.3)):
        y, known = base(x, training)
        print('model')
        with tf.variable_scope('top', values=[known.values]):
            return slim.fully_connected(known['last'], 1, normalizer_fn=None, activation_fn=tf.nn.sigmoid)


def tower_loss(x, labels, reuse=None):
    with tf.variable_scope(tf.get_variable_scope(), reuse=reuse):
        y = model(x)
    loss = tf.reduce_mean(tf.square(y - labels))
    tf.summary.scalar('square', loss)
    total = tf.add_n([loss] + tf.get_collection(tf.GraphKeys.REGULARIZATION_LOSSES))
    if reuse is None:
        tf.summary.scalar('total', total)
    return total, loss


def average_gradients(tower_grads):
    averaged = []
    for pairs in zip(*tower_grads):
        grads = [tf.expand_dims(g, 0) for g, _ in pairs]
        averaged.append((tf.reduce_mean(tf.concat(grads, 0), 0), pairs[0][1]))
    return averaged


def main(gpus=(0, 1)):
    x = tf.placeholder(tf.float32, [None, 4], name='x')
    if WIDE:
        labels = tf.placeholder(tf.float32, [None, 1], name='labels')
    else:
        labels = tf.placeholder(tf.float32, [None, 2], name='labels')
    global_step = tf.get_variable('global_step', [], initializer=tf.constant_initializer(0), trainable=False)
    rate = tf.train.exponential_decay(0.01, global_step, decay_steps=2, decay_rate=0.9, staircase=True)
    tf.summary.scalar('rate', rate)
    opt = tf.train.AdamOptimizer(rate)
    xs, ys = tf.split(x, len(gpus)), tf.split(labels, len(gpus))
    tower_grads = []
    reuse = None
    for i, gpu in enumerate(gpus):
        with tf.device('/gpu:%d' % gpu):
            with tf.name_scope('model_%d' % gpu) as scope:
                total, loss = tower_loss(xs[i], ys[i], reuse)
                updates = tf.group(*tf.get_collection(tf.GraphKeys.UPDATE_OPS, scope))
                reuse = True
                tower_grads.append(opt.compute_gradients(total))
    grads = average_gradients(tower_grads)
    apply_op = opt.apply_gradients(grads, global_step=global_step)
    summary_op = tf.summary.merge_all()
    averages = tf.train.ExponentialMovingAverage(0.9, global_step)
    averages_op = averages.apply(tf.trainable_variables())
    with tf.control_dependencies([averages_op, apply_op, updates]):
        train_op = tf.no_op(name='train_op')
    saver = tf.train.Saver(tf.global_variables())
    init = tf.global_variables_initializer()
    with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
        sess.run(init)
        numbers = np.random.RandomState(0)
        for step in range(5):
            data = numbers.rand(6, 4), numbers.rand(6, 1)
            a, b, _ = sess.run([loss, total, train_op], feed_dict={x: data[0], labels: data[1]})
            print('%.6f %.6f' % (a, b))
            if step % 2 == 0:
                _, b, text = sess.run([train_op, total, summary_op], feed_dict={x: data[0], labels: data[1]})
                print('%.6f' % b, len(text) > 0)
        saver.save(sess, tempfile.mkdtemp() + '/model', global_step=global_step)


if __name__ == '__main__':
    main()
