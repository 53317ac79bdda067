# expect: compat, parity
"""Each tower has a list of states; a loop feeds the elements of each, behind what restores them perhaps."""

import os
import tempfile

import numpy as np
import tensorflow as tf

GPUS, LAYERS, BATCH, SIZE = 2, 2, 2, 3
START = os.path.join(tempfile.mkdtemp(), 'model')


def network(x, states):
    after = []
    for layer, state in enumerate(states):
        with tf.variable_scope('layer_%d' % layer):
            w = tf.get_variable('w', [SIZE, SIZE], initializer=tf.constant_initializer(0.3))
            x = tf.tanh(tf.matmul(x + 0.5 * state, w))
        after.append(tf.stop_gradient(x))
    return tf.reduce_mean(tf.square(x - 1.0)), after


def mean_of(towers):
    return [(tf.add_n([g for g, _ in pairs]) / len(pairs), pairs[0][1]) for pairs in zip(*towers)]


def run(restart, steps):
    inputs = tf.split(tf.reshape(tf.range(12.0), [GPUS * BATCH, SIZE]) / 12, GPUS)
    tower_states, tower_after, losses, grads = [], [], [], []
    opt = tf.train.MomentumOptimizer(0.1, 0.9)
    for i in range(GPUS):
        with tf.device('/gpu:%d' % i), tf.variable_scope(tf.get_variable_scope(), reuse=i > 0):
            states = [tf.placeholder(tf.float32, [BATCH, SIZE]) for _ in range(LAYERS)]
            loss, after = network(inputs[i], states)
            tower_states.append(states)
            tower_after.append(after)
            losses.append(loss)
            grads.append(opt.compute_gradients(loss))
    loss = tf.add_n(losses) / GPUS
    global_step = tf.train.get_or_create_global_step()
    train_op = opt.apply_gradients(mean_of(grads), global_step)
    saver = tf.train.Saver()
    values = [[np.zeros([BATCH, SIZE], np.float32) for _ in range(LAYERS)] for _ in range(GPUS)]
    with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
        sess.run(tf.global_variables_initializer())
        if restart:
            saver.restore(sess, START)
        fetches = [loss, tower_after, global_step, train_op]
        counted = [loss, tf.size(inputs[0])]
        for _ in range(steps):
            feed = {}
            for i in range(GPUS):
                for state, value in zip(tower_states[i], values[i]):
                    feed[state] = value
            fetched = sess.run(fetches, feed_dict=feed)
            loss_value, values, step = fetched[:3]
            print(step, loss_value, sess.run(counted, feed_dict=feed)[1])
        saver.save(sess, START)


if __name__ == '__main__':
    run(os.path.exists(START + '.index'), 3)
