"""What keeps its graph beside a program that goes higher still runs, with the files that they share."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from migrate.model.outcome import Tier
from migrate.pipeline import migrate
from tests.symbolic.compare import compare, files_of

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


STEPS = """
    x = tf.placeholder(tf.float32, [None, 1])
    loss = tf.reduce_mean(tf.square(scaled(x) - 1.0))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(2):
            print(sess.run([train_op, loss], {x: [[1.0]]})[1])
"""
KEPT_STEPS = STEPS.replace(
    "with tf.Session() as sess:", "with tf.Session() as sess:\n        kept = {'sess': sess}"
)
SCALED = """
import tensorflow as tf


def scaled(x):
    return x * tf.get_variable('w', [1], initializer=tf.ones_initializer())
"""
GUARD = "\n\nif __name__ == '__main__':"
HEAD = "import tensorflow as tf\nfrom net import scaled\n\ndef train():"
TRAINS = f"{HEAD}{STEPS}{GUARD}\n    train()\n"
TWO_GUARDS = f"{SCALED}{GUARD}\n    print('begins')\n{GUARD}{STEPS}"
PROBES = f"""{SCALED}

def probe():
    with tf.Session(graph=tf.Graph()) as sess:
        return sess.run(tf.constant(1.0))

{GUARD}{KEPT_STEPS}"""
ASKS = TRAINS.replace("import scaled", "import probe, scaled").replace(
    "    train()", "    print(probe())\n    train()"
)
STARTED = f"{SCALED}\n\ndef main(_):{STEPS}"
STARTS = "import tensorflow as tf\nfrom net import *\n\nif __name__ == '__main__':\n    tf.app.run()\n"
KEEPS = TRAINS.replace(STEPS, KEPT_STEPS)


@pytest.mark.parametrize(
    "files",
    [
        {"net.py": TWO_GUARDS, "train.py": TRAINS},
        {"net.py": PROBES, "train.py": ASKS},
        {"net.py": STARTED, "train.py": TRAINS, "keeps.py": KEEPS, "starts.py": STARTS},
    ],
    ids=["two guards", "a session beside that of the guard", "main of all names"],
)
def test_each_file_that_is_started_does_what_it_did(files: "dict[str, str]", tmp_path: Path):
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    for change in migrate([tmp_path]).changes:
        change.path.write_bytes(change.after)
    after = files_of(tmp_path)
    for entry in files:
        verdict = compare(files, after, entry, timeout=60.0)
        assert verdict.kind == "equal" or verdict.what == "nothing of it can be observed", (entry, verdict)
