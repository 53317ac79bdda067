# expect: wrapped, parity
"""A function that opens a session and reads a global name, which is another one where it is called."""

import tensorflow as tf

rate = 0.5


def opened():
    config = tf.ConfigProto()
    print(rate)
    return tf.Session(config=config)


def main():
    rate = 3
    w = tf.Variable(1.0)
    session = opened()
    session.run(tf.global_variables_initializer())
    print(session.run(w + 1.0), rate)


main()
