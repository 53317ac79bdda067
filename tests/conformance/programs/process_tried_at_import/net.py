"""A network, whose parts are listed, and that is told at once what is listed."""

import tensorflow as tf

known = []


def note(width):
    known.append(width)
    return known


def network(x, widths=(3, 1)):
    for place, width in enumerate(widths):
        x = tf.layers.dense(x, width, name='layer_%d' % len(note(width)))
    return x, known


if __name__ != '__main__':
    note(7)
