"""Which runs compute from Python values alone, so that TensorFlow 2 computes them where they stand."""

import textwrap

import pytest

from migrate.model.outcome import Tier
from migrate.pipeline import migrate

PROGRAM = """\
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
w = tf.Variable(tf.ones([3, 1]))
out = tf.matmul(x, w)
parts = [out, out + 1.0]


def doubled(values):
    return 2.0 * values


def both(values):
    return tf.square(values), tf.sqrt(values)


def drawn(values):
    return tf.nn.dropout(values, 0.5)


def made(values):
    return values * tf.get_variable('v', [3, 1])


rows = np.ones([2, 3], 'f')
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    given = sess.run(out, {{x: rows}})
{}
"""


def rewritten(tmp_path, lines: str) -> tuple[Tier | None, str]:
    path = tmp_path / "train.py"
    path.write_text(PROGRAM.format(textwrap.indent(textwrap.dedent(lines), "    ")))
    outcome = migrate([path])
    (program,) = outcome.units[0].programs
    return program.tier, outcome.changes[0].after.decode()


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("print(sess.run(tf.square(given)))", "print(tf.square(given).numpy())"),
        ("print(sess.run(fetches=[tf.square(rows)]))", "print([tf.square(rows).numpy()])"),
        ("print(sess.run((tf.abs(rows[:1]),)))", "print((tf.abs(rows[:1]).numpy(),))"),
        ("print(tf.square(len(rows)).eval())", "print(tf.square(len(rows)).numpy())"),
        ("print(sess.run(doubled(rows)))", "print(doubled(rows).numpy())"),
        ("for row in rows: print(sess.run(tf.abs(row)))", "for row in rows: print(tf.abs(row).numpy())"),
    ],
)
def test_expressions_of_python_values(line, instead, tmp_path):
    tier, text = rewritten(tmp_path, line)
    assert tier is Tier.NATIVE
    assert instead in text


@pytest.mark.parametrize(
    "lines",
    [
        "print(sess.run(both(rows)))",  # two values
        "print(sess.run(tf.split(rows, 2)))",
        "print(sess.run(tf.nn.top_k(rows[0])))",
        "print(sess.run(drawn(rows)))",  # another operation with the same seed at each run
        "print(sess.run(tf.random_normal([2], seed=1)))",
        "print(sess.run(made(rows)))",
        "print(sess.run(rows))",  # which a session refuses
        "squared = tf.square(sess.run(out, {x: rows}))\nprint(sess.run(tf.sqrt(squared)))",
        "for part in parts: print(sess.run(tf.abs(part), {x: rows}))",
        "for part in parts: print(sess.run(tf.shape(part)))",
    ],
)
def test_others_are_none(lines, tmp_path):
    _, text = rewritten(tmp_path, lines)
    (last,) = [line.strip() for line in text.splitlines() if line.strip().startswith(("print(", "for part"))]
    assert "run(" in last or "_" in last.partition(".numpy()")[0], "what is fetched stays in the graph"
