# expect: compat, parity
"""A dictionary of the graph's parts, handed to a function for each epoch, and counted with what it was fed."""

import numpy as np
import tensorflow as tf

CLASSES = 3
rng = np.random.RandomState(5)


def normalised(values, training, decay, scope):
    with tf.variable_scope(scope):
        units = values.get_shape()[-1].value
        offset = tf.Variable(tf.constant(0.0, shape=[units]), name='offset')
        mean, variance = tf.nn.moments(values, [0], name='moments')
        average = tf.train.ExponentialMovingAverage(decay=decay)
        update = tf.cond(training, lambda: average.apply([mean, variance]), lambda: tf.no_op())

        def updated():
            with tf.control_dependencies([update]):
                return tf.identity(mean), tf.identity(variance)

        m, v = tf.cond(training, updated, lambda: (average.average(mean), average.average(variance)))
        return tf.nn.batch_normalization(values, m, v, offset, None, 1e-3)


def layer(values, units, training, decay, scope):
    with tf.variable_scope(scope):
        w = tf.get_variable('w', [values.get_shape()[-1].value, units], initializer=tf.ones_initializer())
        w += tf.constant(np.linspace(-1.0, 1.0, units), dtype=tf.float32)
        return tf.nn.relu(normalised(tf.matmul(values, w), training, decay, 'bn'))


def train():
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [6, 4])
        y = tf.placeholder(tf.int32, [6])
        training = tf.placeholder(tf.bool, shape=())
        print(training.dtype)
        step = tf.Variable(0, trainable=False, name='step')
        decay = tf.minimum(0.9, 1.0 - tf.train.exponential_decay(0.5, step, 2, 0.5))
        rate = tf.maximum(tf.train.exponential_decay(0.2, step, 2, 0.5), 1e-5)
        tf.summary.scalar('rate', rate)
        scores = layer(layer(x, 5, training, decay, 'one'), CLASSES, training, decay, 'two')
        loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(logits=scores, labels=y))
        train_op = tf.train.MomentumOptimizer(rate, 0.9).minimize(loss, global_step=step)
        sess = tf.Session()
        sess.run(tf.global_variables_initializer(), {training: True})
        ops = {'x': x, 'y': y, 'training': training, 'scores': scores, 'loss': loss, 'train_op': train_op}
        for epoch in range(2):
            train_epoch(sess, ops)
            print(sess.run(loss, feed_dict={x: rng.rand(6, 4), y: [0, 1, 2] * 2, training: False}))


def train_epoch(sess, ops):
    data, labels = rng.rand(18, 4), rng.randint(0, CLASSES, 18)
    seen = [0 for _ in range(CLASSES)]
    right = [0 for _ in range(CLASSES)]
    for start in range(0, 18, 6):
        feed_dict = {
            ops['x']: data[start:start + 6],
            ops['y']: labels[start:start + 6],
            ops['training']: True,
        }
        scores, loss, _ = sess.run([ops['scores'], ops['loss'], ops['train_op']], feed_dict=feed_dict)
        found = np.argmax(scores, 1)
        for i in range(6):
            label = labels[start + i]
            seen[label] += 1
            right[label] += int(found[i] == label)
        data[start:start + 6] *= 0.5
        print(loss)
    print(seen, right)


if __name__ == '__main__':
    train()
