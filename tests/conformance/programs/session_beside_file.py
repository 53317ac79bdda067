# expect: compat, parity
"""One `with` opens a session and a file; a function opens a session, with a configuration of its own."""

import os
import tempfile

import numpy as np
import tensorflow as tf


def make_session(share=0.5):
    """A session that takes a share of the memory."""
    # The rest is for others.
    config = tf.ConfigProto(allow_soft_placement=True)
    config.gpu_options.per_process_gpu_memory_fraction = share
    return tf.Session(config=config)


def count(path):
    w = tf.get_variable('w', [2], initializer=tf.ones_initializer())
    step = w.assign_add(np.ones(2))
    with make_session() as sess, open(path, 'w') as file:
        sess.run(tf.global_variables_initializer())
        for _ in range(3):
            file.write('%s\n' % sess.run(step))


path = os.path.join(tempfile.mkdtemp(), 'numbers')
count(path)
with open(path) as file:
    print(file.read())
