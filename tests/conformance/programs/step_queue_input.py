# expect: native, parity
"""Lines of files, in order, in batches, by queues and threads."""

import os
import tempfile

import numpy as np
import tensorflow as tf

folder = tempfile.mkdtemp()
paths = [os.path.join(folder, '%d.csv' % i) for i in range(2)]
for number, path in enumerate(paths):
    with open(path, 'w') as lines:
        for i in range(6):
            lines.write('%f,%f,%f\n' % (0.1 * i, 0.2 * number, 0.3 * i - number))


def inputs(names, size):
    queue = tf.train.string_input_producer(names, shuffle=False)
    reader = tf.TextLineReader()
    _, line = reader.read(queue)
    columns = tf.decode_csv(line, [[0.0], [0.0], [0.0]])
    return tf.train.batch([tf.stack(columns[:2]), columns[2:]], batch_size=size)


def main():
    x, y = inputs(paths, 4)
    w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.5))
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
    train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        coord = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess=sess, coord=coord)
        for step in range(6):
            _, value, batch = sess.run([train_op, loss, x])
            print(step, value, batch.sum())
        coord.request_stop()
        coord.join(threads)


if __name__ == '__main__':
    main()
