# expect: native
"""What an object builds with is changed outside of its class, before it is made."""

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


def main():
    grow()
    model = Model()
    print(model.run([1.0, 3.0]))


if __name__ == '__main__':
    main()
