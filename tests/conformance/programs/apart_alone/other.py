"""Hands its session out."""

import tensorflow as tf

from layers import doubled


class Schedule(object):
    def __init__(self, start):
        self.start = start

    def rate(self):
        return self.start / 2


def opened():
    return {'sess': tf.Session(), 'out': doubled(tf.constant(1.0) * Schedule(3.0).rate())}


if __name__ == '__main__':
    found = opened()
    print(found['sess'].run(found['out']))
