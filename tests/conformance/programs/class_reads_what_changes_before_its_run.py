# expect: lower
"""What an object has built with is changed outside of its class, before its first run: no variable is in it."""

import tensorflow as tf

settings = {'scale': 2.0}


def grow():
    settings['scale'] = 5.0


class Model(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None])
        self.out = self.x * settings['scale']
        self.sess = tf.Session()

    def run(self, values):
        return self.sess.run(self.out, {self.x: values})


model = Model()
grow()
print(model.run([1.0, 3.0]))
