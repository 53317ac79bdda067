"""What a saver is told to save: code that puts variables in lists, and asks for names and shapes alone."""

import pytest

from migrate.model.outcome import Tier
from migrate.pipeline import migrate

PROGRAM = """\
import numpy as np
import tensorflow as tf

parts = ['fc', 'h']
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.zeros_initializer())
b = tf.get_variable('b', [1], initializer=tf.zeros_initializer())
loss = tf.reduce_mean(tf.square(tf.layers.dense(tf.matmul(x, w) + b, 1) - 1.0))
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
{choice}
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run([train_op, loss], {{x: np.ones([4, 3])}})[1])
    saver.save(sess, 'model')
"""
LOOP = "c = []\nfor v in tf.global_variables():\n    {body}\nsaver = tf.train.Saver(c)"
FOLLOWED = [
    "saver = tf.train.Saver([w, b])",
    "saver = tf.train.Saver({'w': w, b.op.name: b})",
    "saver = tf.train.Saver({'x/' + v.op.name: v for v in tf.trainable_variables()})",
    "saver = tf.train.Saver([v for v in tf.global_variables() if 'w' in v.name] + [b])",
    "saver = tf.train.Saver([v for v in tf.global_variables() if not any(p in v.name for p in parts)])",
    "saver = tf.train.Saver([v for v in tf.global_variables() if v.get_shape().ndims > 1])",
    "saver = tf.train.Saver(tf.global_variables() if parts else [w])",
    "c = tf.global_variables()\nif parts:\n    c = [v for v in c if 'w' in v.name]\n"
    "saver = tf.train.Saver(c)",
    "c = []\nc.extend(tf.trainable_variables())\nc += [b]\nsaver = tf.train.Saver(c)",
    "c = {'w': w}\nc.update({v.op.name: v for v in tf.global_variables()})\nsaver = tf.train.Saver(c)",
    LOOP.format(body="if 'w' in v.name:\n        continue\n    c.append(v)"),
    LOOP.format(body="for p in parts:\n        if p in v.name: c.append(v)"),
]
REFUSED = [
    "saver = tf.train.Saver(tf.global_variables()[:2])",
    "saver = tf.train.Saver([v for i, v in enumerate(tf.global_variables()) if i < 2])",
    "saver = tf.train.Saver([v for v in tf.global_variables() if v is not b])",
    "saver = tf.train.Saver([v for v in tf.global_variables() if v not in [b]])",
    "saver = tf.train.Saver([v for v in tf.global_variables() if v.dtype == tf.float32])",
    "saver = tf.train.Saver([v + 0 for v in tf.global_variables()])",
    "saver = tf.train.Saver(list(filter(lambda v: 'w' in v.name, tf.global_variables())))",
    "saver = tf.train.Saver([w + v for v in tf.global_variables()])",
    "tf.add_to_collection('mine', w)\nsaver = tf.train.Saver(tf.get_collection('mine'))",
    "c = tf.global_variables()\nc.pop()\nsaver = tf.train.Saver(c)",
    "c = tf.global_variables()\nsaver = tf.train.Saver([v for v in c if len(c) > 3])",
    "n = len(tf.global_variables())\nsaver = tf.train.Saver([v for v in tf.global_variables() if n > 3])",
    "c = []\nlog = c\nfor v in tf.global_variables():\n    log.append(v)\n    print(v.name)\n"
    "saver = tf.train.Saver(c)",
    LOOP.format(body="if len(c) < 2: c.append(v)"),
    LOOP.format(body="if 'b' in v.name: break\n    c.append(v)"),
    LOOP.format(body="if 'b' in v.name: raise ValueError(v.name)\n    c.append(v)"),
    LOOP.format(body="c.append(v)\n    parts.append(v.name)"),
    LOOP.format(body="while len(c) < 2:\n        c.append(v)"),
    "i = 0\n" + LOOP.format(body="i += 1\n    if i < 3: c.append(v)"),
    "i = 0\n" + LOOP.format(body="if i < 3: c.append(v)\n    i = i + 1"),
]


def tier(folder, choice):
    path = folder / "train.py"
    path.write_text(PROGRAM.format(choice=choice))
    (unit,) = migrate([path]).units
    return unit.programs[0].tier


@pytest.mark.parametrize("choice", FOLLOWED, ids=range(len(FOLLOWED)))
def test_a_choice_by_names_is_followed(tmp_path, choice):
    assert tier(tmp_path, choice) is Tier.NATIVE


@pytest.mark.parametrize("choice", REFUSED, ids=range(len(REFUSED)))
def test_a_choice_that_may_be_another_is_refused(tmp_path, choice):
    assert tier(tmp_path, choice) is Tier.WRAPPED
