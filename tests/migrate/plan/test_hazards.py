"""What a step does as the graph did, though it may not be what is meant, is told."""

import pytest

from migrate.model.diagnostic import Severity
from migrate.pipeline import migrate

PROGRAM = """\
import numpy as np
import tensorflow as tf


def mean_of(towers):
    return [(tf.reduce_mean(tf.stack([g for g, _ in pairs]), 0), pairs[0][1]) for pairs in zip(*towers)]


x = tf.placeholder(tf.float32, [4, 2])
parts = tf.split(x, 2)
opt = tf.train.MomentumOptimizer(0.1, 0.9)
towers = []
for i in range(2):
    with tf.device('/gpu:%d' % i), tf.variable_scope('net', reuse=i > 0), tf.name_scope('t%d' % i) as scope:
        h = {layer}
        w = tf.get_variable('w', [2, 1])
        loss = tf.reduce_mean(tf.matmul(h, w))
        towers.append(opt.compute_gradients(loss))
        {inside}
{behind}
sess = tf.Session()
sess.run(tf.global_variables_initializer())
print(sess.run([train_op, loss], {{x: np.ones((4, 2))}}))
"""
NORMALISED = "tf.layers.batch_normalization(parts[i], training=True, name='bn')"
WAITING = """\
with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS{scope})):
    train_op = opt.apply_gradients(mean_of(towers))
"""
TAKEN = "updates = tf.get_collection(tf.GraphKeys.UPDATE_OPS, scope)"
AVERAGED = """\
average = tf.train.ExponentialMovingAverage(0.9)
update = opt.apply_gradients(mean_of(towers))
{statement}
"""
BEFORE = "averages_op = average.apply(tf.trainable_variables())\ntrain_op = tf.group(update, averages_op)"
BEHIND = "with tf.control_dependencies([update]):\n    train_op = average.apply(tf.trainable_variables())"


def hazards(tmp_path, **parts):
    (tmp_path / "train.py").write_text(PROGRAM.format(**{"inside": "pass", "layer": "parts[i]", **parts}))
    found = [one for one in migrate([tmp_path]).all_diagnostics if one.code in ("HAZ105", "HAZ106")]
    assert all(one.severity is Severity.INFO for one in found)
    return [(one.code, one.span.line) for one in found]


def test_updates_of_all_towers_are_told(tmp_path):
    assert hazards(tmp_path, layer=NORMALISED, behind=WAITING.format(scope="")) == [("HAZ105", 20)]


def test_updates_of_the_last_tower_are_not(tmp_path):
    behind = "with tf.control_dependencies(updates):\n    train_op = opt.apply_gradients(mean_of(towers))"
    assert hazards(tmp_path, layer=NORMALISED, inside=TAKEN, behind=behind) == []


@pytest.mark.parametrize("scope", [", 't0'", ", scope=scope"])
def test_updates_of_a_scope_are_not(scope, tmp_path):
    assert hazards(tmp_path, layer=NORMALISED, behind=WAITING.format(scope=scope)) == []


def test_averages_beside_the_update_are_told(tmp_path):
    assert hazards(tmp_path, behind=AVERAGED.format(statement=BEFORE)) == [("HAZ106", 22)]


def test_averages_behind_the_update_are_not(tmp_path):
    assert hazards(tmp_path, behind=AVERAGED.format(statement=BEHIND)) == []


def test_no_averages_are_told_of_where_there_are_none(tmp_path):
    assert hazards(tmp_path, behind="train_op = opt.apply_gradients(mean_of(towers))") == []


def told(tmp_path, code, text):
    (tmp_path / "train.py").write_text(text)
    found = [one for one in migrate([tmp_path]).all_diagnostics if one.code == code]
    assert all(one.severity is Severity.INFO for one in found)
    return [one.span.line for one in found]


@pytest.mark.parametrize(("averaged", "lines"), [(True, [13]), (False, [])])
def test_the_batch_of_averaged_towers_is_told(tmp_path, averaged, lines):
    text = PROGRAM.format(inside="pass", layer="parts[i]", behind=WAITING.format(scope=", scope"))
    if not averaged:
        text = text[: text.index("parts =")] + ALONE
    assert told(tmp_path, "HAZ108", text) == lines


ALONE = """\
loss = tf.reduce_mean(x * tf.get_variable('w', [2]))
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
sess = tf.Session()
sess.run(tf.global_variables_initializer())
print(sess.run([train_op, loss], {x: np.ones((4, 2))}))
"""

SAYING = """\
import logging

import tensorflow as tf


def layer(x):
    {said}
    return x * tf.get_variable('w', [2], initializer=tf.ones_initializer())


x = tf.placeholder(tf.float32, [2])
loss = tf.reduce_sum(layer(x))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train_op, {{x: [1, 2]}})
    print(sess.run(loss, {{x: [1, 2]}}))
"""


@pytest.mark.parametrize("said", ["print('a layer of', x)", "logging.info('a layer')", "pass"])
def test_what_functions_say_that_build_the_graph_is_told_once(tmp_path, said):
    assert told(tmp_path, "HAZ107", SAYING.format(said=said)) == ([] if said == "pass" else [7])
