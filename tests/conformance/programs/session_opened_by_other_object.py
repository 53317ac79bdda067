# expect: wrapped, parity
"""A method that opens a session and is called outside of its class."""

import tensorflow as tf


class Opener(object):
    def __init__(self, name):
        self.name = name

    def opened(self):
        config = tf.ConfigProto()
        print(self.name)
        return tf.Session(config=config)


opener = Opener('first')
w = tf.Variable(1.0)
session = opener.opened()
session.run(tf.global_variables_initializer())
print(session.run(w + 1.0))
