"""What keeps its graph beside a program that goes higher still runs, with the files that they share."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from migrate.model.outcome import Tier
from migrate.pipeline import migrate

FOLDER = Path(__file__).parent / "programs"
Run = Callable[[Path], "subprocess.CompletedProcess[str]"]


def rewritten(folder: str, to: Path) -> Path:
    shutil.copytree(FOLDER / folder, to / folder)
    for change in migrate([to / folder]).changes:
        change.path.write_bytes(change.after)
    return to / folder


@pytest.fixture
def run(python: Callable[..., "subprocess.CompletedProcess[str]"]) -> Run:
    """Runs a program, which is to end well."""

    def run(path: Path) -> "subprocess.CompletedProcess[str]":
        done = python(str(path))
        assert done.returncode == 0, done.stderr
        return done

    return run


@pytest.mark.parametrize(
    "tests", ["apart_tests/layers_test.py", "apart_tests_run/running_test.py", "apart_asked/net_test.py"]
)
def test_rewritten_tests_pass(tests: str, tmp_path: Path, run: Run):
    folder, name = tests.split("/")
    assert "OK" in run(rewritten(folder, tmp_path) / name).stderr


def test_graphs_share_input_and_averages_with_steps(tmp_path: Path, run: Run):
    folder = rewritten("apart_inputs", tmp_path)
    assert "compat.input.batch" in (folder / "net.py").read_text()
    assert "compat.ExponentialMovingAverage" in (folder / "net.py").read_text()
    assert "Ran 3 tests" in run(folder / "net_test.py").stderr
    assert run(folder / "evaluate.py").stdout.splitlines() == ["0.300 1.100"] * 2


NET = """
import tensorflow as tf


class Net:
    def __init__(self, x):
        self.out = tf.layers.dense(x, 1)


def describe():
    for variable in tf.trainable_variables():
        print(variable.name)
"""
BY_ESTIMATOR = """
import tensorflow as tf
from net import Net


def model_fn(features, labels, mode):
    loss = tf.reduce_mean(tf.square(Net(features).out - labels))
    step = tf.train.get_or_create_global_step()
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss, step)
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train)


def input_fn():
    return tf.data.Dataset.from_tensors(([[1.0]], [[2.0]])).repeat()


tf.estimator.Estimator(model_fn).train(input_fn, steps=2)
"""
IN_A_SESSION = """
import tensorflow as tf
from net import Net

x = tf.placeholder(tf.float32, [None, 1])
net = Net(x)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(net.out, {x: [[1.0]]}))
"""
DESCRIBING = """
import tensorflow as tf
from net import Net, describe


Net(tf.zeros([1, 1]))
describe()
"""


def tiers(folder: Path) -> "dict[str, Tier | None]":
    return {one.path.name: one.tier for unit in migrate([folder]).units for one in unit.programs}


@pytest.mark.parametrize(
    ("program", "tier", "sibling"),
    [
        (BY_ESTIMATOR, Tier.COMPAT, IN_A_SESSION),
        (BY_ESTIMATOR, Tier.COMPAT, DESCRIBING),
        (IN_A_SESSION, Tier.COMPAT, DESCRIBING),
    ],
    ids=["an estimator, a session", "an estimator, a tool", "a session, a tool"],
)
def test_what_a_sibling_does_with_a_shared_file_holds_nobody_down(
    program: str, tier: Tier, sibling: str, tmp_path: Path
):
    for name, text in {"net.py": NET, "program.py": program, "sibling.py": sibling}.items():
        (tmp_path / name).write_text(text)
    assert tiers(tmp_path)["program.py"] is tier
    (tmp_path / "sibling.py").unlink()
    assert tiers(tmp_path) == {"program.py": tier}
