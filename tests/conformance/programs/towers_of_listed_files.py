# expect: compat, parity
"""What builds the input of the towers reads a list of files, which the program has written before."""

import os
import tempfile

import numpy as np
import tensorflow as tf

FOLDER = tempfile.mkdtemp()


def listed(path):
    names = []
    with open(path, 'r') as lines:
        for line in lines:
            names.append(line.strip())
    return names


def numbers_of(path):
    names = listed(path)
    queue = tf.train.string_input_producer(names, shuffle=False)
    value = tf.decode_raw(tf.read_file(queue.dequeue()), tf.float32)
    value.set_shape([4])
    return value


def tower(values, i):
    with tf.variable_scope('net', reuse=i > 0):
        w = tf.get_variable('w', [4], initializer=tf.constant_initializer(0.5))
    return tf.reduce_mean(tf.square(values * w - 1.0))


def main(path):
    opt = tf.train.GradientDescentOptimizer(0.1)
    losses, grads = [], []
    for i in range(2):
        with tf.device('/gpu:%d' % i), tf.name_scope('tower_%d' % i):
            losses.append(tower(numbers_of(path), i))
            grads.append(opt.compute_gradients(losses[-1]))
    mean = [(tf.add_n([g for g, _ in pairs]) / 2, pairs[0][1]) for pairs in zip(*grads)]
    train_op = opt.apply_gradients(mean)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        tf.train.start_queue_runners(sess)
        for _ in range(3):
            print(sess.run([train_op] + losses)[1:])


if __name__ == '__main__':
    for number in range(3):
        np.full(4, number + 1.0, np.float32).tofile(os.path.join(FOLDER, '%d.bin' % number))
    with open(os.path.join(FOLDER, 'list'), 'w') as file:
        file.write('\n'.join(os.path.join(FOLDER, '%d.bin' % number) for number in range(3)))
    main(os.path.join(FOLDER, 'list'))
