"""Looks into the graph of the session, which steps have not."""

import tensorflow as tf

from network import Network

with tf.Session() as session:
    Network(session)
    print([operation.name for operation in session.graph.get_operations()])
