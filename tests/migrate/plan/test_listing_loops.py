"""Loops that give each variable a value, or read it: what the store lists, in which order, what they do."""

import pytest

from migrate.model.outcome import Tier
from migrate.pipeline import migrate

PROGRAM = """\
import tensorflow as tf
import numpy as np

x = tf.placeholder(tf.float32, [None, 2])
{made}
h = tf.layers.dense(x, 3)
loss = tf.reduce_mean(tf.square(tf.layers.dense(h, 1)))
{behind}
train_op = tf.train.AdamOptimizer().minimize(loss)
values = [0.0] * 20
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    {loop}
    for _ in range(3):
        print(sess.run([loss, train_op], {{x: np.ones([4, 2])}}))
"""
BY_PLACE = "for i, v in enumerate(tf.trainable_variables()): sess.run(v.assign(values[i]))"
BEHIND_LAYERS = {"behind": "w = tf.Variable(1.0, name='w')\nloss = loss * w"}
FOLLOWED = [
    {"loop": BY_PLACE},
    {
        "loop": BY_PLACE.replace("variables()", "variables(), 1"),
        "made": "unused = tf.Variable(1.0, name='u')",
    },
    {"loop": BY_PLACE, "made": "scale = tf.Variable(1.0, name='scale')", "behind": "loss = loss * scale"},
    {"loop": BY_PLACE, "behind": "w = tf.Variable(1.0, trainable=False)\nloss = loss * w"},
    {"loop": f"if values:\n        {BY_PLACE}\n    else:\n        print('none')"},
    {"loop": f"for _ in range(2):\n        print(sess.run(loss, {{x: [[1, 2]]}}))\n        {BY_PLACE}"},
    {"loop": "for v in tf.global_variables():\n        if 'Adam' in v.name: v.load(0.0, sess)"},
    {"loop": "for v in tf.trainable_variables():\n        v.load(0.0, sess)\n        print(sess.run(v))"},
    {"loop": "for v in tf.global_variables(): print(v.name, sess.run([v])[0])"},
    {"loop": BY_PLACE} | BEHIND_LAYERS,
    {"loop": "for v in tf.global_variables(): v.load(0.0, sess)"} | BEHIND_LAYERS,
    {"loop": "for v in tf.global_variables(): print(sess.run(v))"} | BEHIND_LAYERS,
    {"loop": f"if values:\n        {BY_PLACE}"} | BEHIND_LAYERS,
]
REFUSED = [
    {"loop": BY_PLACE, "behind": "unused = tf.layers.dense(h, 2)"},
    {"loop": BY_PLACE + "\n    print(v)"},
    {"loop": "for v in tf.trainable_variables():\n        sess.run(v.assign(0.0))\n        print(v)"},
    {"loop": "for v in tf.trainable_variables(): print(sess.run(v), sess.run(v * 2))"},
    {"loop": "for v in tf.trainable_variables(): sess.run(v.assign(2 * v))"},
    {"loop": "for v in tf.trainable_variables(): sess.run(v.assign(tf.ones([])))"},
    {"loop": "for v in tf.trainable_variables('dense'): sess.run(v.assign(0.0))"},
    {"loop": "for v in tf.get_collection('mine'): sess.run(v.assign(0.0))"},
    {"loop": "for v in reversed(tf.trainable_variables()): sess.run(v.assign(0.0))"},
    {"loop": "for v in tf.trainable_variables(): v = np.copy(v); sess.run(v.assign(0.0))"},
    {"loop": f"def load():\n        {BY_PLACE}\n    load()"},
]


def tier(folder, made="", behind="", loop=""):
    path = folder / "train.py"
    path.write_text(PROGRAM.format(made=made, behind=behind, loop=loop))
    (unit,) = migrate([path]).units
    return unit.programs[0].tier


@pytest.mark.parametrize("parts", FOLLOWED, ids=range(len(FOLLOWED)))
def test_a_loop_gives_each_its_value(tmp_path, parts):
    assert tier(tmp_path, **parts) is Tier.NATIVE


@pytest.mark.parametrize("parts", REFUSED, ids=range(len(REFUSED)))
def test_what_is_not_certain_is_refused(tmp_path, parts):
    assert tier(tmp_path, **parts) is Tier.WRAPPED
