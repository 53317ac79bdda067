"""`rewrite --verify` writes what did the same, on a lower tier where that has to be, and nothing unproved."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from migrate.cli.main import main
from migrate.cli.proof import Proved, proved
from migrate.cli.runs import Runs
from migrate.model.outcome import Outcome, Tier
from migrate.pipeline import migrate

PROGRAM = """\
import sys
import numpy as np
import tensorflow as tf

rate = float(sys.argv[1]) if len(sys.argv) > 1 else 0.1
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.3))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train_op = tf.train.GradientDescentOptimizer(rate).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([train_op, loss], {x: np.ones((2, 3))})[1])
"""


def spoiled(tiers: set[Tier], differs: object) -> Outcome:
    """A rewriter with a defect: on some tiers, the programs that it writes learn twice as fast."""
    outcome = migrate([Path("train.py")], differs=differs)  # type: ignore[arg-type]

    def worse(unit):
        if not {program.tier for program in unit.programs} & tiers:
            return unit
        changes = (replace(one, after=one.after.replace(b"(rate)", b"(rate * 2)")) for one in unit.changes)
        return replace(unit, changes=tuple(changes))

    return replace(outcome, units=tuple(map(worse, outcome.units)))


@pytest.fixture
def prove(tmp_path, monkeypatch, forked) -> Callable[..., Proved]:
    place = tmp_path / "program"
    place.mkdir()
    (place / "train.py").write_text(PROGRAM, encoding="utf-8")
    monkeypatch.chdir(place)

    def run(tiers: set[Tier], *commands: str) -> Proved:
        return proved(
            partial(spoiled, tiers),
            commands,
            tmp_path / "runs",
            Runs(timeout=100.0),
            lambda what, steps: None,
        )

    return run


def test_a_program_that_differs_takes_a_lower_tier_which_is_run_too(prove):
    found = prove({Tier.NATIVE}, "train.py", "train.py 0.2")
    ((program,),) = (unit.programs for unit in found.outcome.units)
    assert program.tier is Tier.WRAPPED
    first, *others = found.verifications
    assert (first.command, first.tier, first.status) == ("train.py", "native", "different")
    assert first.headline.startswith("at step 1 variable 'w' differs by")
    assert [(one.command, one.tier, one.status, one.headline) for one in others] == [
        ("train.py", "wrapped", "same", "3 steps equal to the bit"),
        ("train.py 0.2", "wrapped", "same", "3 steps equal to the bit"),
    ]
    assert others[0].series.steps == (1, 2, 3)
    assert others[0].path == "train.py"
    (told,) = [one for one in found.outcome.all_diagnostics if one.code == "SES257"]
    assert told.found.startswith("a program that does something else when it is run: at step 1 variable 'w'")


@pytest.mark.nightly
def test_a_program_that_differs_on_every_tier_is_left_as_it_is(prove):
    found = prove({*Tier}, "train.py")
    assert [unit.changes for unit in found.outcome.units] == [()]
    assert found.outcome.has_errors
    assert [one.tier for one in found.verifications] == ["native", "wrapped", "graph"]


def test_the_command_writes_what_was_proved_and_nothing_else(prove, capsys):
    assert main(["rewrite", "train.py", "--verify", "train.py 0.2", "--steps", "2"]) == 0
    assert (
        capsys.readouterr().out.splitlines()[-1] == "train.py 0.2: on native same: 2 steps equal to the bit"
    )
    assert "variables.function" in Path("train.py").read_text(encoding="utf-8")


def test_how_programs_are_run_is_not_asked_where_none_is(prove, capsys):
    assert main(["rewrite", "train.py", "--steps", "2"]) == 2
    assert "nothing is run without --verify COMMAND" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("train.py fast", "the original ended with ValueError at train.py:5"),
        ("other.py", "give a script of this folder, and its flags behind it"),
        ("helper.py", "not a program that is rewritten; these are: train.py"),
    ],
)
def test_what_cannot_be_compared_is_not_written(prove, capsys, command, complaint):
    Path("helper.py").write_text("print('no training here')\n", encoding="utf-8")
    assert main(["rewrite", ".", "--verify", command]) == 2
    assert complaint in capsys.readouterr().err
    assert Path("train.py").read_text(encoding="utf-8") == PROGRAM


def test_what_could_not_be_compared_is_reported(prove):
    command = ["rewrite", ".", "--verify", "train.py fast", "--report", "json=told.json", "--report", "text"]
    assert main(command) == 2
    (told,) = json.loads(Path("told.json").read_text(encoding="utf-8"))["verifications"]
    assert (told["command"], told["status"]) == ("train.py fast", "not compared")
    assert Path("train.py").read_text(encoding="utf-8") == PROGRAM
