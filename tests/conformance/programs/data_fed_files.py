# expect: compat, parity
"""Names of files that are fed: their lines, parsed, in batches."""

import os
import tempfile

import tensorflow as tf

folder = tempfile.mkdtemp()
paths = [os.path.join(folder, name) for name in ('a', 'b', 'c')]
for index, path in enumerate(paths):
    with open(path, 'w') as out:
        for line in range(3):
            out.write('%d,%d\n' % (index, line))


def parse(line):
    first, second = tf.decode_csv(line, [[0.0], [0.0]])
    return first, second


def main():
    filenames = tf.placeholder(tf.string, shape=[None])
    dataset = tf.data.TextLineDataset(filenames).map(parse).batch(4)
    iterator = dataset.make_initializable_iterator()
    first, second = iterator.get_next()
    total = tf.get_variable('total', [], initializer=tf.zeros_initializer())
    add = tf.assign_add(total, tf.reduce_sum(first * second))
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for chosen in (paths[:2], paths[1:]):
            sess.run(iterator.initializer, {filenames: chosen})
            while True:
                try:
                    print(sess.run(add))
                except tf.errors.OutOfRangeError:
                    break


main()
