"""Sessions that branches of conditions open: which become steps, and which variables they begin with."""

import textwrap

import pytest

from migrate.model.outcome import Tier
from migrate.pipeline import migrate

PROGRAM = """\
import sys
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
train_op = tf.train.AdamOptimizer().minimize(loss)
saver = tf.train.Saver()
init = tf.global_variables_initializer()
mode = sys.argv[1]
{code}
"""
TRAINING = """\
if mode == 'train':
    with tf.Session() as sess:
        sess.run(init)
        for _ in range(3):
            print(sess.run([train_op, loss], {x: [[1, 2]]}))
"""
TESTING = """\
    with tf.Session() as sess:
        saver.restore(sess, mode)
        print(sess.run(loss, {x: [[1, 2]]}))
"""
CONFIGURED = TESTING.replace("Session()", "Session(config=config)")
OTHERS = {
    "has a configuration": (
        "else:\n    config = tf.ConfigProto(log_device_placement=False)\n"
        "    config.gpu_options.allow_growth = True\n" + CONFIGURED,
        0,
    ),
    "begins anew": ("else:\n" + TESTING.replace("saver.restore(sess, mode)", "sess.run(init)"), 0),
    "begins from a file": ("else:\n" + TESTING, 0),
    "begins from one or anew": (
        "else:\n"
        + TESTING.replace(
            "        saver.restore(sess, mode)",
            "        try: saver.restore(sess, mode)\n        except ValueError: sess.run(init)",
        ),
        1,
    ),
    "is in a third branch": ("elif mode:\n    print(mode)\nelse:\n" + TESTING, 0),
    "may follow": (
        "if mode != 'test':\n" + TESTING.replace("saver.restore(sess, mode)", "sess.run(init)"),
        1,
    ),
}
REFUSED = {
    "no values": "else:\n" + TESTING.replace("        saver.restore(sess, mode)\n", ""),
    "values perhaps": "else:\n" + TESTING.replace("saver.restore", "if mode: saver.restore"),
    "values too late": "else:\n"
    + TESTING.replace("saver.restore(sess, mode)", "print(sess.run(loss, {x: [[0, 0]]}))"),
    "a loop around": "",
    "a deeper session": "else:\n    with tf.device('/cpu:0'):\n" + textwrap.indent(TESTING, "    "),
    "a configuration that is made": "else:\n    config = tf.ConfigProto(log_device_placement=True)\n"
    + CONFIGURED,
    "a graph": "else:\n    more = loss + 1\n" + TESTING.replace("run(loss", "run(more"),
}


def rewritten(folder, code):
    path = folder / "train.py"
    path.write_text(PROGRAM.format(code=code))
    (unit,) = migrate([path]).units
    return unit.programs[0].tier, unit.changes[0].after.decode()


@pytest.mark.parametrize("other", OTHERS)
def test_each_branch_has_its_session(tmp_path, other):
    code, started_anew = OTHERS[other]
    tier, after = rewritten(tmp_path, TRAINING + code)
    assert tier is Tier.NATIVE
    assert after.count("variables.initialize()") == started_anew


@pytest.mark.parametrize("other", REFUSED)
def test_what_is_not_certain_is_refused(tmp_path, other):
    code = TRAINING + REFUSED[other]
    if other == "a loop around":
        code = "for mode in sys.argv:\n" + textwrap.indent(code, "    ")
    assert rewritten(tmp_path, code)[0] is Tier.WRAPPED
