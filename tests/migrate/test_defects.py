"""A defect of ours in one unit never stops the others, in whichever stage it is."""

import ast
import importlib
from collections.abc import Iterable
from pathlib import Path

import pytest

from migrate.model.diagnostic import Severity
from migrate.model.source import Source
from migrate.pipeline import migrate

HURT = "hurt.py"
TRAINER = """\
import tensorflow as tf
import {model}

x = tf.placeholder(tf.float32, [2])
w = tf.get_variable('w', [2], initializer=tf.ones_initializer())
train = tf.train.GradientDescentOptimizer(0.1).minimize({model}.loss(w * x))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(2):
        sess.run(train, {{x: [1, 2]}})
"""
LOOKS = TRAINER + "    print(sess.graph.get_operations())\n"
PYTHON2 = TRAINER + "print 'done'\n"
MODEL = """\
import tensorflow as tf


def loss(y):
    return tf.reduce_sum(tf.log(y))
"""

# Where a stage takes up one program: the module, what of it is called, and whether a lower tier is left then.
STAGES = [
    ("migrate.parse.modules", "decode", False),
    ("migrate.parse.modules", "_assuming", False),
    ("migrate.parse.modules", "_with_surroundings", False),
    ("migrate.analyse.names.definitions", "bind", False),
    ("migrate.analyse.program.summaries", "editing_names", False),
    ("migrate.analyse.modules", "drivers", False),
    ("migrate.analyse.modules", "run_sites", False),
    ("migrate.analyse.modules", "graph_uses_elsewhere", False),
    ("migrate.values.effects", "PointsTo", False),
    ("migrate.plan.tiers.parameter_servers", "only_serves", False),
    ("migrate.plan.tiers.units", "_check", False),
    ("migrate.plan.tiers.steps_tier", "_as_steps", True),
    ("migrate.plan.tiers.wrapped_tier", "_edits", True),
    ("migrate.plan.tiers.steps_tier", "lower", True),
    ("migrate.plan.lowering.lowering", "steps_of", True),
    ("migrate.plan.lowering.lowering", "check_driver", True),
    ("migrate.apart", "_sharing", True),
    ("migrate.rewrite.units", "_asked_by_rules", False),
    ("migrate.rewrite.units", "rewritten", False),
    ("migrate.rewrite.units", "importing", True),
    ("migrate.audit.missing_names", "names_in", False),
    ("migrate.pipeline", "_as_found", False),
]


def plant(monkeypatch, module: str, name: str) -> list[str]:
    """Let a function fail where it is given the hurt program; the names of those that were hurt."""
    owner = importlib.import_module(module)
    real, hurt = getattr(owner, name), []

    def failing(*args, **kwargs):
        if any(is_hurt(one) for one in (*args, *kwargs.values())):
            hurt.append(name)
            raise KeyError("planted")
        return real(*args, **kwargs)

    monkeypatch.setattr(owner, name, failing)
    return hurt


def is_hurt(value: object, depth: int = 0) -> bool:
    """Whether a value is the hurt program's, or holds one that is."""
    if isinstance(value, Path):
        return value.name == HURT
    if isinstance(value, ast.AST):
        return any(isinstance(node, ast.Name) and node.id == "hurt_here" for node in ast.walk(value))
    if depth > 3 or isinstance(value, (str, bytes, type(None), int)):
        return False
    if isinstance(value, Source):
        return value.path.name == HURT
    held: Iterable[object] = vars(value).values() if hasattr(value, "__dict__") else ()
    if isinstance(value, (list, tuple, frozenset)):
        held = value
    elif isinstance(value, dict):
        held = (*value, *value.values())
    elif type(value).__name__ in ("Tree", "Folders"):
        held = ()  # all modules are in them
    return any(is_hurt(one, depth + 1) for one in held)


def programs(folder: Path, text: str) -> None:
    hurt = text.format(model="hurt_model") + "hurt_here = 0\n"
    files = {"hurt_model.py": MODEL, HURT: hurt, "model.py": MODEL, "sound.py": text.format(model="model")}
    for name, written in files.items():
        (folder / name).write_text(written)


@pytest.mark.parametrize(("module", "name", "lower"), STAGES, ids=lambda one: str(one))
def test_a_defect_in_a_stage_leaves_the_other_units(module, name, lower, tmp_path, monkeypatch):
    text = {"_sharing": LOOKS, "_edits": LOOKS, "_with_surroundings": PYTHON2}.get(name, TRAINER)
    programs(tmp_path, text)
    if name == "_sharing":  # it is asked where several programs share a file
        (tmp_path / "beside.py").write_text(LOOKS.format(model="hurt_model"))
    assumed = ["sync=True"] if name == "_assuming" else []
    if assumed:
        for one in (HURT, "sound.py"):
            path = tmp_path / one
            path.write_text(path.read_text() + "flags = tf.app.flags.FLAGS\nif flags.sync:\n    print(1)\n")
    wanted = migrate([tmp_path], assumed=assumed)
    hurt = plant(monkeypatch, module, name)
    outcome = migrate([tmp_path], assumed=assumed)
    assert hurt, "the defect was never met: the test shows nothing"
    before = {change.path.name: change.after for change in wanted.changes}
    after = {change.path.name: change.after for change in outcome.changes}
    assert {"sound.py", "model.py"} <= before.keys()
    assert {path: after.get(path) for path in ("sound.py", "model.py")} == {
        path: before[path] for path in ("sound.py", "model.py")
    }
    told = [one for one in outcome.all_diagnostics if one.code == "INT201"]
    assert {one.span.path.name for one in told} <= {HURT, "hurt_model.py", "beside.py"}
    assert told
    assert all("planted" in one.found for one in told)
    if module.startswith("migrate.parse"):
        assert HURT not in after  # nobody knows what it imports
    elif lower:
        assert {HURT, "hurt_model.py"} <= after.keys()
    else:
        assert not {HURT, "hurt_model.py"} & after.keys(), "half of a unit was changed"
        assert any(one.severity is Severity.ERROR for one in told)


def test_a_joined_line_that_a_tab_indents_is_read_as_python_reads_it(tmp_path):
    """LibCST takes it for the end of the block, and says nothing."""
    text = "import tensorflow as tf\nwith a:\n  x = tf.log(1.0)\n  \\\n\ty = tf.log(2.0)\n  z = 3\n"
    path = tmp_path / "train.py"
    path.write_text(text)
    found = migrate([path])
    assert "INT201" not in [one.code for one in found.all_diagnostics]


def test_what_libcst_does_not_take_is_told_and_the_file_stays(tmp_path):
    path = tmp_path / "train.py"
    path.write_text("import tensorflow as tf\n\n\ndef f(x):\n    return* tf.log(x)\n")
    (told,) = migrate([path]).all_diagnostics
    assert (told.code, told.severity) == ("SRC001", Severity.ERROR)
