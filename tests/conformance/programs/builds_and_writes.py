# expect: SES205
"""What builds a part of the graph writes to a file, too: it would do so in each step."""

import os
import tempfile

import tensorflow as tf

LOG = os.path.join(tempfile.mkdtemp(), 'log')


def scaled(x):
    with open(LOG, 'a') as log:
        log.write('built')
    return x * 2.0


x = tf.placeholder(tf.float32, [2])
doubled = scaled(x)
with tf.Session() as sess:
    print(sess.run(doubled, {x: [1.0, 2.0]}))
