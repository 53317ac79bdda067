"""A worker that reads a shared variable behind its update is told: it mostly got the one before."""

from pathlib import Path

import pytest

from migrate.model.diagnostic import Severity
from migrate.model.outcome import Tier
from migrate.pipeline import migrate

PROGRAM = """\
import sys
import tensorflow as tf

cluster = tf.train.ClusterSpec({{'ps': ['localhost:2222'], 'worker': ['localhost:2223']}})
server = tf.train.Server(cluster, job_name=sys.argv[1], task_index=0)
if sys.argv[1] == 'ps':
    server.join()
else:
    with tf.device(tf.train.replica_device_setter(cluster=cluster)):
        w = tf.get_variable('w', [3])
        target = tf.get_variable('target', [3], trainable=False)
        loss = tf.reduce_sum(tf.square(w - target))
        train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
        with tf.control_dependencies([{waited}]):
            seen = {seen}
    with tf.train.MonitoredTrainingSession(server.target, hooks=[]) as sess:
        sess.run([train_op, seen])
"""


def told(tmp_path: Path, seen: str, waited: str = "train_op") -> list[int]:
    (tmp_path / "train.py").write_text(PROGRAM.format(seen=seen, waited=waited))
    outcome = migrate([tmp_path])
    (program,) = [program for unit in outcome.units for program in unit.programs]
    assert program.tier is Tier.COMPAT
    found = [one for one in outcome.all_diagnostics if one.code == "HAZ112"]
    assert all(one.severity is Severity.WARNING for one in found)
    return [one.span.line for one in found]


@pytest.mark.parametrize("seen", ["tf.assign(target, w)", "tf.identity(w)", "w * 2.0"])
def test_a_variable_behind_an_update(tmp_path: Path, seen: str):
    assert told(tmp_path, seen) == [15]


def test_a_value_from_before_the_update_is_none(tmp_path: Path):
    assert told(tmp_path, "tf.identity(loss)") == []


def test_a_variable_that_waits_for_no_update_is_none(tmp_path: Path):
    assert told(tmp_path, "tf.identity(w)", waited="loss") == []
