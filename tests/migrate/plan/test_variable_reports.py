"""Code beside an object with a session that tells which variables there are: what it does decides."""

import pytest

from migrate.model.outcome import Tier
from migrate.pipeline import migrate

PROGRAM = """\
import logging
import numpy as np
import tensorflow as tf

kept, table = [], {{}}


class Box(object):
    pass


box = Box()


def tell():
    {body}


class Model(object):
    def __init__(self, sess):
        self.sess = sess

    def build(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3, 2])
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    def train(self):
        return self.sess.run([self.loss, self.train_op], {{self.x: np.ones([2, 3])}})[0]


with tf.Session() as sess:
    model = Model(sess)
    model.build()
    tell()
    sess.run(tf.global_variables_initializer())
    print(model.train())
"""
EACH = "for v in tf.trainable_variables(): "
FOLLOWED = [
    EACH + "print(v.name, v.get_shape().as_list(), v.name == 'w:0')",
    EACH + "kept.append(v.name)",
    EACH + "table[v.name] = v",
    EACH + "logging.getLogger('x').info(v.name)",
    "n = 0\n    " + EACH + "n += np.prod([d.value for d in v.shape])\n    print(n)",
    "show = lambda v: v.name\n    print([show(v) for v in tf.trainable_variables()])",
    "print({v.name: v.shape for v in tf.trainable_variables()})",
    "if not tf.trainable_variables(): raise ValueError('none')\n    print('some')",
]
REFUSED = [
    EACH + "table[v] = 1",
    EACH + "print(v in kept)",
    EACH + "print(v.op.type)",
    EACH + "print(v.graph)",
    EACH + "print(v.eval())",
    EACH + "v.assign(v * 2)",
    EACH + "tf.summary.histogram(v.op.name, v)",
    EACH + "print(v.name, np.random.rand())",
    "box.n = len(tf.trainable_variables())",
    "global kept\n    kept = tf.trainable_variables()",
    "print(len(set(tf.trainable_variables())))",
    "print(len({v for v in tf.trainable_variables()}))",
    "kept.append(1)\n    " + EACH + "kept.pop()",
]


def tier(folder, body):
    path = folder / "train.py"
    path.write_text(PROGRAM.format(body=body))
    (unit,) = migrate([path]).units
    return unit.programs[0].tier


@pytest.mark.parametrize("body", FOLLOWED, ids=range(len(FOLLOWED)))
def test_what_only_tells_stays(tmp_path, body):
    assert tier(tmp_path, body) is Tier.NATIVE


@pytest.mark.parametrize("body", REFUSED, ids=range(len(REFUSED)))
def test_what_does_more_is_refused(tmp_path, body):
    assert tier(tmp_path, body) is Tier.WRAPPED
