# expect: native
"""Part of the graph is built behind the first run, of a number which the function that runs has changed."""

import tensorflow as tf


def main():
    x = tf.placeholder(tf.float32, [None])
    w = tf.get_variable('w', [], initializer=tf.constant_initializer(2.0))
    out = x * w
    layers = 1
    sess = tf.Session()

    def show():
        nonlocal layers
        layers += 1
        print(layers, sess.run(out, {x: [1.0, 3.0]}))

    sess.run(tf.global_variables_initializer())
    show()
    deeper = out
    for _ in range(layers):
        deeper = deeper * 2.0
    print(sess.run(deeper, {x: [1.0, 3.0]}))


main()
