# expect: lower
"""Which part of its graph an object fetches stands in a global name, which other code sets between its runs."""

import tensorflow as tf

which = 0


def advance():
    global which
    which += 1


class Model(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None])
        w = tf.get_variable('w', [], initializer=tf.constant_initializer(2.0))
        self.outs = [self.x * w, self.x + w]
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def run(self, values):
        return self.sess.run(self.outs[which], {self.x: values})


model = Model()
print(model.run([1.0, 3.0]))
advance()
print(model.run([1.0, 3.0]))
