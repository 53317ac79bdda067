"""A variable that a run reads beside its update is told, on every tier; what waits for the update is not."""

from pathlib import Path

import pytest

from migrate.model.diagnostic import Severity
from migrate.model.outcome import Tier
from migrate.pipeline import migrate

PROGRAM = """\
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1])
step = tf.train.get_or_create_global_step()
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
{seen}
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    {before_runs}
    print(sess.run({fetches}, {{x: [[1.0, 2.0, 3.0]]}}))
"""


def told(
    tmp_path: Path, seen: str, fetches: str = "[train_op, seen]", before_runs: str = "pass"
) -> list[int]:
    text = PROGRAM.format(seen=seen, fetches=fetches, before_runs=before_runs)
    (tmp_path / "train.py").write_text(text)
    outcome = migrate([tmp_path])
    (program,) = [program for unit in outcome.units for program in unit.programs]
    assert (program.tier is Tier.WRAPPED) == (before_runs != "pass")
    found = [one for one in outcome.all_diagnostics if one.code == "HAZ111"]
    assert all(one.severity is Severity.INFO for one in found)
    return [one.span.line for one in found]


@pytest.mark.parametrize(
    "seen",
    [
        "seen = tf.norm(w)",
        "seen = step + 1",
        "seen = tf.summary.histogram('w', w)",
        "seen = tf.reduce_sum(w) / 2.0",
    ],
)
def test_an_expression_of_a_variable_beside_its_update(tmp_path: Path, seen: str):
    assert told(tmp_path, seen) == [8]


@pytest.mark.parametrize(
    "seen",
    [
        "seen = loss * 2.0",
        "seen = tf.reduce_sum(x)",
        "with tf.control_dependencies([train_op]):\n    seen = tf.norm(w)",
    ],
)
def test_what_the_update_needs_or_waits_for_it_is_not_told(tmp_path: Path, seen: str):
    assert told(tmp_path, seen) == []


def test_a_run_without_the_update_is_not_told(tmp_path: Path):
    assert told(tmp_path, "seen = tf.norm(w)", "seen") == []


def test_it_is_told_of_a_graph_that_is_wrapped(tmp_path: Path):
    grows = "print(len(sess.graph.get_operations()))"
    assert told(tmp_path, "seen = tf.norm(w)", before_runs=grows) == [8]


@pytest.mark.parametrize(
    ("branches", "expected"),
    [
        ("lambda: tf.assign(w, 2.0 * w), lambda: w", [8]),
        ("lambda: 2.0 * w, lambda: w", []),
    ],
)
def test_a_condition_that_updates_in_one_branch(tmp_path: Path, branches: str, expected: list[int]):
    assert told(tmp_path, f"seen = tf.cond(x[0, 0] > 0.0, {branches})", "seen") == expected


def test_an_expression_that_is_fetched_where_it_is_run(tmp_path: Path):
    assert told(tmp_path, "pass", "[train_op, step + 0]") == [12]


INSIDE = """\
import tensorflow as tf


def show(value):
    mean = tf.reduce_mean(value)
    tf.summary.scalar('mean', mean)


def layer(x):
    w = tf.get_variable('w', [3, 1])
    show(w)
    out = tf.matmul(x, w)
    tf.summary.histogram('out', out)
    return out, w


x = tf.placeholder(tf.float32, [None, 3])
out, weights = layer(x)
loss = tf.reduce_mean(tf.square(out))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
error = tf.reduce_mean(tf.abs(out))
norm = tf.norm(weights)
merged = tf.summary.merge_all()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run({fetches}, {{x: [[1.0, 2.0, 3.0]]}})
"""


@pytest.mark.parametrize(
    ("fetches", "expected"),
    [
        ("[train_op, merged]", [5]),
        ("[train_op, norm, error]", [22]),
        ("[train_op, error]", []),
        ("[merged, norm]", []),
    ],
)
def test_variables_of_functions(tmp_path: Path, fetches: str, expected: list[int]):
    (tmp_path / "train.py").write_text(INSIDE.format(fetches=fetches))
    found = [one for one in migrate([tmp_path]).all_diagnostics if one.code == "HAZ111"]
    assert [one.span.line for one in found] == expected


SHARED = """\
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
opt = tf.train.GradientDescentOptimizer(0.1)
losses, grads = [], []
for i in range(2):
    with tf.device('/gpu:%d' % i), tf.variable_scope('net', reuse=i > 0):
        loss = tf.reduce_mean(tf.square(tf.layers.dense(x * (i + 1.0), 1)))
        losses.append(loss)
        grads.append(opt.compute_gradients(loss))
{train}
with tf.variable_scope('net', reuse=True):
    seen = tf.reduce_max(tf.layers.dense(x, 1))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run({fetches}, {{x: [[1.0, 2.0, 3.0]]}}))
"""


@pytest.mark.parametrize(
    ("train", "fetches", "lines"),
    [
        ("train_op = opt.minimize(losses[0])", "[train_op, losses[1]]", [16]),
        ("train_op = opt.minimize(losses[0])", "[train_op, losses]", [16]),
        ("train_op = opt.apply_gradients(grads[0])", "[train_op, loss]", [16]),
        ("train_op = opt.minimize(losses[0])", "[train_op, losses[0]]", []),
        ("train_op = opt.minimize(loss)", "[train_op, loss]", []),
        ("train_op = opt.minimize(tf.add_n(losses))", "[train_op, loss]", []),
        ("train_op = opt.minimize(loss)", "[train_op, seen]", [13]),
    ],
)
def test_another_tower_or_part_that_shares_the_variables(tmp_path: Path, train: str, fetches: str, lines):
    (tmp_path / "train.py").write_text(SHARED.format(train=train, fetches=fetches))
    found = [one for one in migrate([tmp_path]).all_diagnostics if one.code == "HAZ111"]
    assert [one.span.line for one in found] == lines


UNFOLLOWED = """\
import tensorflow as tf


class Model:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3, 1])
        self.parts = {'loss': tf.reduce_mean(tf.square(tf.matmul(self.x, w)))}
        self.train = tf.train.GradientDescentOptimizer(0.1).minimize(self.parts['loss'])
        self.norm = tf.norm(w)
        with tf.control_dependencies([self.train]):
            self.after = tf.norm(w)

    def fit(self, make):
        with make() as sess:
            sess.run(tf.global_variables_initializer())
            print(sess.run(FETCHES, {self.x: [[1.0, 2.0, 3.0]]}))


Model().fit(tf.Session)
"""


@pytest.mark.parametrize(
    ("fetches", "lines"),
    [
        ("[self.train, self.norm]", [10]),
        ("{'did': self.train, 'seen': [self.norm]}", [10]),
        ("[self.train, self.norm + 1.0, self.after]", [10]),
        ("[self.train, self.parts, self.after]", []),
        ("[self.norm, self.parts]", []),
    ],
)
def test_runs_of_a_session_that_is_not_followed(tmp_path: Path, fetches: str, lines: list[int]):
    (tmp_path / "train.py").write_text(UNFOLLOWED.replace("FETCHES", fetches))
    outcome = migrate([tmp_path])
    assert [one.tier for unit in outcome.units for one in unit.programs] == [Tier.WRAPPED]
    assert [one.span.line for one in outcome.all_diagnostics if one.code == "HAZ111"] == lines
