"""A short campaign: generated programs do what they did, on the symbolic TensorFlow and the real one."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from migrate.model.outcome import Tier
from tests.campaign import real
from tests.campaign.__main__ import Found, on_symbolic
from tests.campaign.case import Case, program_of, smallest
from tests.campaign.finding import Finding
from tests.campaign.tally import Tally
from tests.generator.program import Program
from tests.symbolic.differences import difference
from tests.symbolic.player import Seen

SYMBOLIC = range(0, 40)
REAL = range(0, 4)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> list[Found]:
    return list(on_symbolic(SYMBOLIC, tmp_path_factory.mktemp("programs"), shrink=0))


@pytest.fixture(scope="module")
def cases(found: list[Found]) -> list[Case]:
    return [case for case, _, _ in found]


def different(findings: list[Finding]) -> dict[int, str]:
    return {seed: one.detail for seed, one in enumerate(findings) if one.verdict == "different"}


def test_no_program_differs_on_the_symbolic_tensorflow(found: list[Found], cases: list[Case]):
    findings = [finding for _, finding, _ in found]
    assert different(findings) == {}
    assert sum(one.verdict == "equal" for one in findings) > 0.7 * len(cases)


def test_no_program_differs_on_tensorflow(
    cases: list[Case],
    tmp_path: Path,
    python: Callable[..., "subprocess.CompletedProcess[str]"],
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(real, "python", python)
    assert different(real.compared(cases[: len(REAL)], tmp_path / "run")) == {}


def test_programs_reach_a_step_tier(cases: list[Case]):
    assert sum(case.has_steps for case in cases) >= 0.3 * len(cases)


@pytest.mark.nightly
def test_wrong_programs_are_made_small():
    def is_wrong(program: Program) -> bool:
        return "tf.matmul" in program.text

    seeds = [seed for seed in range(100) if is_wrong(program_of(seed))][:4]
    small = [smallest(seed, is_wrong) for seed in seeds]
    assert all(is_wrong(program) for program in small)
    # Hypothesis looks by chance: not each one becomes smaller.
    assert sum(len(one.text) for one in small) < sum(len(program_of(seed).text) for seed in seeds)


def result(printed: str = "", ended: str = "", **variables: float) -> real.Result:
    values = {name: np.float32(value) for name, value in variables.items()}
    return {"printed": printed, "variables": values, "ended": ended, "error": ended}


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        (result("1\n"), result("2\n"), "line 1 is '1' before, '2' after"),
        (result("1\n"), result("1\n2\n"), "1 lines before, 2 after"),
        (result(ended="ValueError"), result(), "ends with ValueError before, no error after"),
        (result(w=1.0), result(w=1.5), "variable w is float32[] [1.0] before, float32[] [1.5] after"),
        (result("1\n", w=1.0), result("1\n", w=1.0), ""),
    ],
)  # fmt: skip
def test_what_two_runs_differ_in(one: real.Result, other: real.Result, found: str):
    assert real.differences(one, other) == found


def test_numbers_apart_by_rounding_are_counted_apart():
    assert real.finding(result("7.72553\n"), result("7.72554\n")).verdict == "rounded"
    assert real.finding(result("7.72553\n"), result("7.72563\n")).verdict == "different"


BEFORE = """\
import tensorflow as tf

x = tf.placeholder(tf.float32, [])
with tf.Session() as sess:
    print(sess.run(x * 0.5, {x: 2.0}))
"""
AFTER = """\
import compat
import tensorflow as tf

compat.build_graph()
x = tf.compat.v1.placeholder(tf.float32, [])
with compat.Program() as sess:
    print(sess.run(x * 0.5, {x: 2.0}))
"""


@pytest.mark.parametrize(
    ("after", "printed", "is_rounding"),
    [(AFTER, "1.001", True), (AFTER, "1.100", False), (AFTER.replace("0.5", "0.6"), "1.001", False)],
)
def test_rounding_is_magnified_by_what_computes_the_same(after: str, printed: str, is_rounding: bool):
    case = Case(Program(BEFORE, frozenset()), after, Tier.WRAPPED, ())
    assert real.is_magnified(case, result("1.000\n"), result(f"{printed}\n")) is is_rounding


@pytest.mark.parametrize(
    ("other", "says_late", "verdict"),
    [("", True, "equal"), ("", False, "different"), ("c\n", True, "different")],
)
def test_steps_may_not_come_to_say_what_is_told_to_be_said_late(other: str, says_late: bool, verdict: str):
    before, after = result("a\nb\n", "ValueError"), result(other, "ValueError")
    assert real.finding(before, after, says_late=says_late).verdict == verdict
    seen = Seen(("ValueError", ""), output="a\nb\n"), Seen(("ValueError", ""), output=other)
    assert (difference(*seen, says_late) is None) is (verdict == "equal")


def test_a_campaign_goes_on_where_it_was(tmp_path: Path):
    tally = Tally()
    tally.add(Case(Program("", frozenset({"if"})), "", Tier.NATIVE, ()), Finding("equal", ""))
    tally.save(tmp_path / "tally.json")
    again = Tally.load(tmp_path / "tally.json")
    assert vars(again) == vars(tally)
    assert again.share_of_steps == 1.0
