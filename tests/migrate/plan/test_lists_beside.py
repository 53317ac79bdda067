"""Variables that a statement lists beside a run: TensorFlow 2 compares them by value, and has no hash."""

import pytest

from migrate.model.outcome import Tier
from migrate.pipeline import migrate

PROGRAM = """\
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 2])
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(sess.run([loss, train_op], {{x: np.ones([2, 3])}})[0], {beside})
"""
FOLLOWED = [
    "len(tf.global_variables()) == 1",
    "{v.name: v.shape for v in tf.trainable_variables()}",
    "set(v.name for v in tf.global_variables())",
    "'w:0' in [v.name for v in tf.global_variables()]",
]
REFUSED = [
    "w in tf.global_variables()",
    "tf.global_variables() == []",
    "[v == 1 for v in tf.global_variables()]",
    "[v for v in tf.global_variables() if v in tf.trainable_variables()]",
    "len(set(tf.global_variables()))",
    "len({tf.global_variables()[0]})",
    "{v for v in tf.trainable_variables()}",
    "{v: 1 for v in tf.trainable_variables()}",
    "{tf.global_variables()[0]: 1}",
    "dict(zip(tf.global_variables(), [1]))",
    "dict((v, 1) for v in tf.global_variables())",
]


def tier(folder, beside):
    path = folder / "train.py"
    path.write_text(PROGRAM.format(beside=beside))
    (unit,) = migrate([path]).units
    return unit.programs[0].tier


@pytest.mark.parametrize("beside", FOLLOWED, ids=range(len(FOLLOWED)))
def test_names_and_numbers_are_the_same(tmp_path, beside):
    assert tier(tmp_path, beside) is Tier.NATIVE


@pytest.mark.parametrize("beside", REFUSED, ids=range(len(REFUSED)))
def test_comparisons_and_keys_are_refused(tmp_path, beside):
    assert tier(tmp_path, beside) is Tier.WRAPPED
