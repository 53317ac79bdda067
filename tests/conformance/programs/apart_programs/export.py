"""Looks into its session, which keeps it on a lower tier: but not the program beside it."""

import sys

import tensorflow as tf

from network import network

inputs = tf.placeholder(tf.float32, [None, 2], name='inputs')
outputs = tf.identity(network(inputs), name='outputs')
with tf.Session() as sess:
    tf.train.Saver().restore(sess, tf.train.latest_checkpoint(sys.argv[1]))
    frozen = tf.graph_util.convert_variables_to_constants(sess, sess.graph.as_graph_def(), ['outputs'])
    tf.train.write_graph(frozen, sys.argv[1], 'frozen.pb', as_text=False)
