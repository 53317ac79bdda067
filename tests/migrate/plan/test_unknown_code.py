"""Code that is not known may build parts of a graph: what it gives is no Python value to a step."""

import textwrap
from pathlib import Path

import pytest

from migrate.model.outcome import Outcome, Tier
from migrate.pipeline import migrate

PROGRAM = """
import importlib, sys
import numpy as np
import tensorflow as tf
import readers

{given}
w = tf.Variable(tf.ones([1, 1]))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
train = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        sess.run(train)
"""
READERS = """
import numpy as np
import tensorflow as tf

def batch():
    xs = np.ones([8, 1], np.float32)
    return tf.data.Dataset.from_tensor_slices((xs, 3 * xs)).make_one_shot_iterator().get_next()

class Reader(object):
    batch = staticmethod(batch)
    def get(self):
        return type(self).batch()

class Model(object):
    def __init__(self):
        self.x = tf.get_variable("x", [1, 1])

BY_NAME = {"batch": batch, "model": Model}
"""


def outcome(folder: Path, given: str, *, readers: bool) -> Outcome:
    paths = [folder / "train.py"]
    paths[0].write_text(PROGRAM.format(given=given))
    if readers:
        paths.append(folder / "readers.py")
        paths[1].write_text(READERS)
    return migrate(paths)


def tier(found: Outcome) -> Tier | None:
    return found.units[0].programs[0].tier


@pytest.mark.parametrize(
    "given",
    [
        "x, y = readers.batch()",
        "x = y = readers.noise",
        "x, y = readers.Reader('train').batch()",
        "settings = readers.Settings()\nx, y = settings.x, settings.y",
    ],
)
def test_what_a_module_gives_that_was_not_given_is_no_python_value(tmp_path: Path, given: str):
    found = outcome(tmp_path, given, readers=False)
    assert tier(found) is Tier.WRAPPED
    assert "SES214" in {one.code for one in found.all_diagnostics}


@pytest.mark.parametrize(
    "given",
    [
        "x, y = importlib.import_module('readers').batch()",
        "x, y = sys.modules['readers'].batch()",
        "x, y = vars(readers)['batch']()",
        "x, y = eval('readers.batch')()",
    ],
)
def test_what_a_looked_up_function_gives_is_no_python_value(tmp_path: Path, given: str):
    found = outcome(tmp_path, given, readers=True)
    assert tier(found) is Tier.WRAPPED
    assert {"SES205", "SES214"} & {one.code for one in found.all_diagnostics}


@pytest.mark.parametrize(
    "given",
    [
        "x, y = readers.BY_NAME['batch']()",
        "x, y = readers.BY_NAME.get('batch')()",
        "x, y = getattr(readers, 'batch')()",
        "x, y = readers.Reader().get()",
        "x = y = readers.BY_NAME['model']().x",
        "x = y = getattr(readers, 'Model')().x",
    ],
)
def test_what_a_chosen_function_gives_is_built_by_the_step(tmp_path: Path, given: str):
    found = outcome(tmp_path, given, readers=True)
    assert tier(found) is Tier.NATIVE
    (after,) = [one.after.decode() for one in found.changes if one.path.name == "train.py"]
    assert f"    {given}\n    loss" in after


@pytest.mark.parametrize(
    "given",
    [
        "x, y = np.ones([8, 1], np.float32), 3.0",
        "import gym\nx, y = gym.make('Pole').reset(), 3.0",
        "import yaml\nx = y = yaml.load(open('settings'))['x']",
        "x = y = float(sys.argv[1])",
        "x = y = getattr(np, 'ones')([8, 1], np.float32)",
    ],
)
def test_what_known_libraries_give_stays_beside_the_steps(tmp_path: Path, given: str):
    assert tier(outcome(tmp_path, given, readers=True)) is Tier.NATIVE


@pytest.mark.parametrize(
    ("given", "is_refused"), [("readers.batch()", True), ("np.ones([8, 1]), 3.0", False)]
)
def test_what_the_module_around_a_function_was_given_is_asked_too(
    tmp_path: Path, given: str, is_refused: bool
):
    head, start, body = PROGRAM.format(given="").partition("w = tf.Variable")
    text = f"{head}x, y = {given}\ndef main():\n{textwrap.indent(start + body, '    ')}\nmain()\n"
    (tmp_path / "train.py").write_text(text)
    found = migrate([tmp_path])
    assert ("SES214" in {one.code for one in found.all_diagnostics}) == is_refused
    assert tier(found) is (Tier.WRAPPED if is_refused else Tier.NATIVE)


def test_values_that_come_from_each_other_are_asked_once_each(tmp_path: Path):
    given = "x, y = readers.batch()\n" + "x = x.part(y)\ny = y.part(x)\n" * 12
    found = outcome(tmp_path, given, readers=False)  # each may come from any other, on ever so many ways
    assert tier(found) is Tier.WRAPPED
    assert "SES214" in {one.code for one in found.all_diagnostics}
