"""Runs a graph that it finds in a checkpoint, by its names."""

import sys

import tensorflow as tf

import data


def main(path):
    graph = tf.Graph()
    with graph.as_default():
        with tf.Session() as sess:
            tf.train.import_meta_graph(path + '.meta').restore(sess, path)
            out, x = (graph.get_tensor_by_name(name) for name in ('out:0', 'x:0'))
            for inputs, _ in data.batches(1, 4):
                print(sess.run(out, {x: inputs}))


if __name__ == '__main__':
    main(sys.argv[1])
