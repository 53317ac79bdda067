"""A saver that is made before some variables: what makes none may stand behind it, wherever it is."""

import pytest

from migrate.model.outcome import STEPS
from migrate.pipeline import migrate
from tests.migrate.plan.program import outcome_of

IN_CLASS = """\
import numpy as np
import tensorflow as tf

def own(loss):
    return tf.square(loss)

class Model(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [2])
        w = tf.get_variable('w', [2])
        loss = tf.reduce_sum(self.x * w)
        {before}
        self.saver = tf.train.Saver()
        {behind}
        self.loss = loss
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())
    def train(self):
        self.sess.run([self.update, self.loss], {{self.x: np.ones(2)}})
        self.saver.save(self.sess, 'model')
model = Model()
model.train()
"""
DESCENT = "self.update = tf.train.GradientDescentOptimizer(0.1).minimize({})"
ADAM, PLAINEST = "opt = tf.train.AdamOptimizer(0.1)", "opt = tf.train.GradientDescentOptimizer(0.1)"
MINIMIZE = "self.update = opt.minimize({})"
# What stands in front of the saver, and what makes variables, or may, behind it.
MAKING = [
    (ADAM, MINIMIZE.format("loss")),
    ("pass", "self.update = tf.train.AdamOptimizer(0.1).minimize(loss)"),
    ("pass", DESCENT.format("own(loss)")),
    ("pass", DESCENT.format("loss * tf.get_variable('v', [])")),
    ("pass", f"{ADAM}; {MINIMIZE.format('loss')}"),
    (PLAINEST, MINIMIZE.format("own(loss)")),
    (PLAINEST, f"v = tf.get_variable('v', []); {MINIMIZE.format('loss * v')}"),
    (PLAINEST, f"with tf.control_dependencies([tf.Variable(1.0)]): {MINIMIZE.format('loss')}"),
    (ADAM, "self.update = tf.group(opt.minimize(loss))"),
    (ADAM, "self.update = opt.apply_gradients(opt.compute_gradients(loss))"),
]
# What makes none.
PLAIN = [
    ("pass", DESCENT.format("loss")),
    ("pass", DESCENT.format("tf.square(loss)")),
    ("pass", f"{PLAINEST}; {MINIMIZE.format('loss')}"),
    (PLAINEST, MINIMIZE.format("loss")),
    (PLAINEST, MINIMIZE.format("tf.square(loss)")),
    (PLAINEST, "pairs = opt.compute_gradients(loss); self.update = opt.apply_gradients(pairs)"),
    (PLAINEST, f"with tf.control_dependencies([loss]): {MINIMIZE.format('loss')}"),
    (f"{ADAM}; {MINIMIZE.format('loss')}", "loss = tf.square(loss)"),
]


@pytest.mark.parametrize(("before", "behind"), MAKING)
def test_what_makes_variables_behind_a_saver_is_refused(before, behind, tmp_path):
    tier, told = outcome_of(tmp_path, IN_CLASS.format(before=before, behind=behind))
    assert tier not in STEPS
    assert ("SES217", "a saver that is made before some of the variables") in told


@pytest.mark.parametrize(("before", "behind"), PLAIN)
def test_what_makes_none_passes(before, behind, tmp_path):
    tier, told = outcome_of(tmp_path, IN_CLASS.format(before=before, behind=behind))
    assert (tier in STEPS, told) == (True, [])


PROGRAM = """\
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [2])
w = tf.get_variable('w', [2])
loss = tf.reduce_sum(x * w)
{code}
sess = tf.Session()
sess.run(tf.global_variables_initializer())
sess.run([train, loss], {{x: np.ones(2)}})
{behind}
saver.save(sess, 'model')
"""
UPDATE = "train = tf.train.AdamOptimizer(0.1).minimize(loss)"


# Savers, what is done behind, and where the steps mark their places, or None where nothing can.
MARKED = [
    (f"saver = tf.train.Saver()\n{UPDATE}", "", "'saver'"),
    (f"saver = tf.train.Saver()\n{UPDATE}\nother = tf.train.Saver()", "other.save(sess, 'other')", "'saver'"),
    (f"saver = tf.train.Saver()\nsaver = tf.train.Saver()\n{UPDATE}", "", "'saver 2'"),
    (f"{UPDATE}\nsaver = tf.train.Saver()", "", ""),
    (f"with tf.device('/cpu:0'):\n    saver = tf.train.Saver()\n{UPDATE}", "", "'saver'"),
    (
        f"{UPDATE}\nsaver = tf.train.Saver()\nv = tf.layers.dense(x[None], 2)",
        "sess.run(v, {x: np.ones(2)})",
        "'saver'",
    ),
    (f"with tf.name_scope('s'):\n    saver = tf.train.Saver()\n{UPDATE}", "", None),
    (f"for _ in range(1): saver = tf.train.Saver()\n{UPDATE}", "", None),
    (f"{UPDATE}\nsaver = tf.train.Saver()\nv = tf.get_variable('v', [])", "sess.run(v * 2)", None),
    (f"{UPDATE}\nsaver = tf.train.Saver()\nloss += tf.reduce_sum(tf.layers.dense(x[None], 2))", "", None),
]


@pytest.mark.parametrize(("code", "behind", "mark"), MARKED)
def test_a_saver_between_variables_is_told_of_those_before_it(code, behind, mark, tmp_path):
    (tmp_path / "train.py").write_text(PROGRAM.format(code=code, behind=behind))
    outcome = migrate([tmp_path])
    text = outcome.changes[0].after.decode()
    assert (mark is None) == ("SES217" in [one.code for one in outcome.all_diagnostics])
    if mark is not None:
        assert f"variables.mark({mark})" in text if mark else "mark" not in text
        assert not mark or f"Saver(variables.before({mark}).global_variables)" in text
