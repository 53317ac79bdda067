"""What runs for an epoch; the block's names are other things here."""

import numpy as np

SIZE = 4
error = 'a name of the block that imports all of these'


class Digits(object):
    def __init__(self, seed, count):
        rng = np.random.RandomState(seed)
        self.inputs = rng.rand(count, 4).astype(np.float32)
        self.targets = self.inputs.sum(1, keepdims=True)

    def batches(self):
        for first in range(0, len(self.inputs), SIZE):
            yield self.inputs[first:first + SIZE], self.targets[first:first + SIZE]


def train_epoch(sess, op, loss, fed, digits, saver, path):
    """Trains on all batches; gives the sum of the losses."""
    total = 0.0
    inputs, targets = fed
    for x, y in digits.batches():
        feed_dict = {inputs: x, targets: y}
        _, value = sess.run([op, loss], feed_dict=feed_dict)
        total += train_step(value)
    print(error, saver.save(sess, path)[-5:])
    return total


def train_step(value):
    return value * 2.0
