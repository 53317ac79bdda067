"""SES201 names what is done with the session, once, where it is done."""

from pathlib import Path

import pytest

from migrate.pipeline import inspect

PROGRAM = """
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
w = tf.Variable(tf.ones([2, 1]))
loss = tf.reduce_sum(tf.matmul(x, w))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    {use}
    for step in range(2):
        print(sess.run(loss, {{x: np.ones((1, 2))}}))
"""


def told(folder: Path, use: str) -> list[str]:
    """What is found of the session of a program that does something else with it."""
    path = folder / "train.py"
    path.write_text(PROGRAM.format(use=use))
    (unit,) = inspect([path], every_reason=True).outcome.units
    return [one.found for one in unit.diagnostics if one.code == "SES201"]


@pytest.mark.parametrize(
    ("use", "found"),
    [
        ("told = list(map(print, [sess]))", "sess, a session that is kept in a container"),
        (
            "helpers = __import__('helpers'); helpers.fit(sess, 3)",
            "a session that is handed to helpers.fit()",
        ),
        ("print(sess.graph)", "sess.graph, used of a session"),
        ("list(map(sess.run, [loss]))", "sess.run, used of a session"),
        ("kept = {}; kept['s'] = sess", "sess, a session that is kept in kept['s']"),
    ],
)
def test_the_use_that_stands_in_the_way_is_named(tmp_path, use, found):
    assert any(found in one for one in told(tmp_path, use))


UNUSED = """
import tensorflow as tf

x = tf.Variable(1.0)
{code}
"""


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("s = tf.Session()\nlist(map(s.run, [x]))", "s.run, which is kept or passed on instead of called"),
        (
            "s = tf.Session()\nrun = s.run\nother.run(x)",
            "s.run, which is kept or passed on instead of called",
        ),
        ("s = tf.Session()\nother.run\nprint(s.graph)", "a session that is not run where it is opened"),
        ("s = tf.Session()\ns.close()", "a session that is not run where it is opened"),
        (
            "class A:\n    def __init__(self):\n        self.s = tf.Session()\nA()",
            "a session that no method of its class runs, and others may",
        ),
        (
            "def f():\n    s = tf.Session()\n    s.close()\nf()",
            "a session that is not run where it is opened",
        ),
    ],
)
def test_a_session_that_nothing_runs(tmp_path, code, found):
    path = tmp_path / "train.py"
    path.write_text(UNUSED.format(code=code))
    (unit,) = inspect([path], every_reason=True).outcome.units
    assert found in [one.found for one in unit.diagnostics]


def test_what_follows_from_a_use_is_not_told_again(tmp_path):
    assert len(told(tmp_path, "made = unknown(sess); more = made + 1; print(more)")) == 1


SUPERVISED = """
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
w = tf.Variable(tf.ones([2, 1]))
loss = tf.reduce_sum(tf.matmul(x, w))
step = tf.train.get_or_create_global_step()
sv = tf.train.Supervisor(logdir="model", summary_op=None)
with sv.managed_session() as sess:
    print(sess.run(loss, {{x: np.ones((1, 2))}}))
    {asked}
"""


@pytest.mark.parametrize(
    ("asked", "is_had"),
    [
        ("print(sv.is_chief, sv.save_path, sv.coord.should_stop())", True),
        ("sv.saver.save(sess, sv.save_path, global_step=sv.global_step)", True),
        ("sv.saver.restore(sess, 'model/model.ckpt')", True),
        ("sv.summary_writer.add_summary(tf.Summary(), 3)", True),
        ("print(sess.run(sv.global_step))", False),
        ("keeper = sv.saver; keeper.restore(sess, 'model/model.ckpt')", False),
        ("print(sv.saver.last_checkpoints)", False),
        ("sv.loop(1, print)", False),
        ("print(sv)", False),
    ],
)
def test_a_supervisor_is_asked_for_what_that_for_steps_has(tmp_path, asked, is_had):
    path = tmp_path / "train.py"
    path.write_text(SUPERVISED.format(asked=asked))
    (unit,) = inspect([path]).outcome.units
    refused = [one for one in unit.diagnostics if one.code == "SES201"]
    assert bool(refused) is not is_had
    assert unit.has_steps is is_had
