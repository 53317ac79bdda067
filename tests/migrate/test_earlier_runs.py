"""What an earlier run put on `wrapped` or `graph` is read again, and rises when its reason has gone."""

from pathlib import Path

import pytest

from migrate import earlier_runs
from migrate.model.choices import Codes, Selection
from migrate.model.diagnostic import Severity
from migrate.model.outcome import Outcome, Tier
from migrate.pipeline import migrate

HEAD = """\
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
"""
MODEL = """\
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.3))
hidden = tf.layers.dense(tf.matmul(x, w), 2, kernel_initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(hidden))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
"""
LOOP = """\
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        _, value = sess.run([train_op, loss], {x: np.ones((2, 3))})
        print(step, value)
"""
# What keeps a program from steps, in a line of its own.
KEEPS_WRAPPED = "print(loss.graph.version)\n"
KEEPS_GRAPH = "handle = sess.partial_run_setup([loss], [x])\n"


def written(folder: Path, **files: str) -> Outcome:
    """The outcome of a run on some files, which has been written."""
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    outcome = migrate([folder])
    for change in outcome.changes:
        change.path.write_bytes(change.after)
    return outcome


def tiers(outcome: Outcome) -> list[Tier | None]:
    return [program.tier for unit in outcome.units for program in unit.programs]


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_a_program_whose_imports_are_to_stay_does_not_rise_by_itself(tmp_path):
    text = "import tensorflow.compat.v1 as tf\nsess = tf.InteractiveSession()\nprint(tf.constant(1).eval())\n"
    (tmp_path / "train.py").write_text(text, encoding="utf-8")
    selection = Selection(codes=Codes(ignored=("API",)))
    first = migrate([tmp_path], selection=selection)
    for change in first.changes:
        change.path.write_bytes(change.after)
    again = migrate([tmp_path], selection=selection)
    assert (tiers(first), tiers(again), again.changes) == ([Tier.GRAPH], [Tier.GRAPH], ())


def test_a_program_with_all_names_of_tensorflow_1_rises(tmp_path):
    code = "x = placeholder(float32)\nsess = Session()\nprint(sess.run(x, {x: 1.0}))\n"
    assert tiers(written(tmp_path, train="from compat.tf1 import *\n" + code)) == [Tier.NATIVE]


def test_a_program_that_imports_names_alone_rises(tmp_path):
    text = "from tensorflow import Session, constant\nsess = Session()\nprint(sess.run(constant(1)))\n"
    assert tiers(written(tmp_path, train=text + KEEPS_GRAPH)) == [Tier.GRAPH]
    edit(tmp_path / "train.py", KEEPS_GRAPH, "")
    assert tiers(written(tmp_path)) == [Tier.WRAPPED]


@pytest.mark.parametrize(
    ("reason", "tier"), [(KEEPS_WRAPPED, Tier.WRAPPED), (KEEPS_GRAPH, Tier.GRAPH)], ids=["wrapped", "graph"]
)
def test_a_program_stays_until_its_reason_has_gone(tmp_path, reason, tier):
    first = written(tmp_path, train=HEAD + MODEL + LOOP + reason)
    assert tiers(first) == [tier]
    again = migrate([tmp_path])
    assert (tiers(again), again.changes) == ([tier], ())
    reasons = [(one.code, one.found) for one in first.all_diagnostics if one.code.startswith("SES")]
    assert [(one.code, one.found) for one in again.all_diagnostics if one.code.startswith("SES")] == reasons
    assert not again.has_errors

    edit(tmp_path / "train.py", reason, "")
    risen = written(tmp_path)
    assert tiers(risen) == [Tier.NATIVE]
    made = (tmp_path / "train.py").read_text(encoding="utf-8")
    straight = tmp_path / "straight"
    straight.mkdir()
    written(straight, train=HEAD + MODEL + LOOP)
    assert made.split() == (straight / "train.py").read_text(encoding="utf-8").split()


def test_a_reason_is_told_at_its_line_of_today(tmp_path):
    written(tmp_path, train=HEAD + MODEL + LOOP + KEEPS_WRAPPED)
    lines = (tmp_path / "train.py").read_text(encoding="utf-8").splitlines()
    (told,) = [one for one in migrate([tmp_path]).all_diagnostics if one.code.startswith("SES")]
    assert lines[told.span.line - 1] == KEEPS_WRAPPED.strip()


def test_the_files_of_a_program_rise_together_or_stay(tmp_path):
    model = "import tensorflow as tf\n\n\ndef build(x):\n    return tf.layers.dense(x, 1)\n"
    build = "import model\nloss = tf.reduce_mean(model.build(x))\n"
    build += "train_op = tf.train.AdamOptimizer().minimize(loss)\n"
    written(tmp_path, model=model, train=HEAD + build + LOOP + KEEPS_WRAPPED)
    assert "compat.layers.dense" in (tmp_path / "model.py").read_text(encoding="utf-8")
    assert migrate([tmp_path]).changes == ()
    edit(tmp_path / "train.py", KEEPS_WRAPPED, "")
    risen = written(tmp_path)
    assert tiers(risen) == [Tier.NATIVE]
    assert "compat.layers.dense" in (tmp_path / "model.py").read_text(encoding="utf-8")


def test_a_program_that_was_put_on_compat_tf1_by_hand_rises(tmp_path):
    by_hand = (HEAD + MODEL + LOOP).replace("import tensorflow as tf", "from compat import tf1 as tf")
    assert tiers(written(tmp_path, train=by_hand)) == [Tier.NATIVE]
    assert "import tensorflow as tf\n" in (tmp_path / "train.py").read_text(encoding="utf-8")


def test_an_estimator_rises_to_its_steps_and_stays_there(tmp_path):
    text = (
        "from compat import tf1 as tf\n\n\ndef model_fn(features):\n    return tf.layers.dense(features, 1)\n"
    )
    text += "\n\ntf.estimator.Estimator(model_fn).train(None)\n"
    assert tiers(written(tmp_path, train=text)) == [Tier.COMPAT]
    assert "compat.estimator.Estimator(" in (tmp_path / "train.py").read_text(encoding="utf-8")
    assert migrate([tmp_path]).changes == ()


def test_an_estimator_on_programs_rises_to_its_steps(tmp_path):
    text = "import compat\nimport tensorflow as tf\n\ncompat.build_graph()\n\n\n"
    text += "def model_fn(features):\n    return compat.layers.dense(features, 1)\n"
    text += "\n\ncompat.estimator.Estimator(model_fn).train(None)\n"
    assert tiers(written(tmp_path, train=text)) == [Tier.COMPAT]
    assert "build_graph" not in (tmp_path / "train.py").read_text(encoding="utf-8")


def test_programs_with_steps_and_what_is_written_for_compat_stay_as_they_are(tmp_path):
    first = written(tmp_path, train=HEAD + MODEL + LOOP)
    assert tiers(first) == [Tier.NATIVE]
    again = migrate([tmp_path])
    assert (again.units, again.changes) == ((), ())
    for_compat = "import compat\nimport tensorflow as tf\n\n"
    for_compat += "with compat.Program() as sess, compat.VariableStore().scope():\n    pass\n"
    (tmp_path / "train.py").write_text(for_compat, encoding="utf-8")
    assert migrate([tmp_path]).changes == ()


def test_what_is_missing_in_the_files_stays_an_error(tmp_path):
    first = written(tmp_path, train=HEAD + MODEL + LOOP + KEEPS_WRAPPED + "print(tf.no_such_name)\n")
    assert first.has_errors
    again = migrate([tmp_path])
    assert tiers(again) == [Tier.WRAPPED]
    assert [one.code for one in again.all_diagnostics if one.severity is Severity.ERROR] == ["API209"]


def test_a_defect_of_ours_in_one_file_leaves_the_others(tmp_path, monkeypatch):
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        folder.mkdir()
        written(folder, **{folder.name: HEAD + MODEL + LOOP + KEEPS_WRAPPED})
        edit(folder / f"{folder.name}.py", KEEPS_WRAPPED, "")
    real = earlier_runs._as_it_was

    def fails(module):
        if module.path.stem == "first":
            raise RuntimeError("a defect")
        return real(module)

    monkeypatch.setattr(earlier_runs, "_as_it_was", fails)
    outcome = migrate([tmp_path])
    assert [change.path.stem for change in outcome.changes] == ["second"]
    (told,) = [one for one in outcome.all_diagnostics if one.severity is Severity.ERROR]
    assert (told.code, told.span.path.stem) == ("INT201", "first")


def test_a_server_is_one_of_a_program_again(tmp_path):
    text = (
        "import tensorflow as tf\n\nserver = tf.train.Server({'w': ['a:1']}, 'w', 0)\n"
        "tf.estimator.Estimator(model, 'm').train(read)\n"
    )
    assert tiers(written(tmp_path, train=text)) == [Tier.WRAPPED]
    outcome = migrate([tmp_path])
    assert (tiers(outcome), outcome.changes) == ([Tier.WRAPPED], ())
