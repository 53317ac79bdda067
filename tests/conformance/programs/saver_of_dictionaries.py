# expect: compat, parity
"""A saver of what dictionaries of variables hold, which towers share; sets tell two groups of them apart."""

import os
import tempfile

import numpy as np
import tensorflow as tf

FOLDER = tempfile.mkdtemp()


def with_decay(name, shape, decay):
    with tf.device('/cpu:0'):
        variable = tf.get_variable(name, shape, initializer=tf.constant_initializer(0.2))
    if decay is not None:
        tf.add_to_collection('decays', tf.nn.l2_loss(variable) * decay)
    return variable


def mean_of(towers):
    return [(tf.add_n([g for g, _ in pairs]) / len(pairs), pairs[0][1]) for pairs in zip(*towers)]


def main():
    x = tf.placeholder(tf.float32, [4, 3])
    slow, fast = tf.train.MomentumOptimizer(0.01, 0.9), tf.train.MomentumOptimizer(0.1, 0.9)
    with tf.variable_scope('net'):
        weights = {
            'hidden': with_decay('hidden', [3, 2], 0.1),
            'out': with_decay('out', [2, 1], 0.1),
        }
        biases = {'out': with_decay('bias', [1], None)}
    slow_grads, fast_grads, losses = [], [], []
    for i in range(2):
        with tf.device('/gpu:%d' % i):
            last = [weights['out'], biases['out']]
            others = list(set(list(weights.values()) + list(biases.values())) - set(last))
            hidden = tf.nn.relu(tf.matmul(x[i * 2:i * 2 + 2], weights['hidden']))
            out = tf.matmul(hidden, weights['out']) + biases['out']
            loss = tf.reduce_mean(tf.square(out - 1.0)) + tf.add_n(tf.get_collection('decays'))
            slow_grads.append(slow.compute_gradients(loss, others))
            fast_grads.append(fast.compute_gradients(loss, last))
            losses.append(loss)
    train_op = tf.group(slow.apply_gradients(mean_of(slow_grads)), fast.apply_gradients(mean_of(fast_grads)))
    total = tf.add_n(losses)
    saver = tf.train.Saver(list(weights.values()) + list(biases.values()))
    sess = tf.Session(config=tf.ConfigProto(allow_soft_placement=True))
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        value, _ = sess.run([total, train_op], feed_dict={x: np.arange(12.0).reshape(4, 3) / 12 + step})
        print(step, value)
    path = saver.save(sess, os.path.join(FOLDER, 'model'))
    print(sorted(tf.train.list_variables(path)))


if __name__ == '__main__':
    main()
