"""Correct migrations in other styles than the rewriter's are accepted, within a stated tolerance."""

from collections.abc import Callable
from pathlib import Path

import pytest

from migrate.verify import Program, Request, Status, Verdict, processes, verify

from ...forking.client import ForkServer

PROGRAMS = Path(__file__).parent / "programs"
STYLES = PROGRAMS / "styles"
# Keras's velocities hold the learning rate, TensorFlow 1's do not: they agree while it is constant.
CONSTANT = "--decay=100"
TOLERANCE = 1e-6  # of numbers as large as 1, where nothing else is said: what rounding comes to

OPTIMIZERS = [
    "adam",
    "rmsprop",
    *(pytest.param(one, marks=pytest.mark.nightly) for one in ("descent", "nesterov", "adagrad")),
]
HANDS = ["by_keras", "by_formulas", "by_legacy"]


def text_of(style: str) -> str:
    return (STYLES / f"{style}.py").read_text()


@pytest.mark.by_day(one_in=2)
@pytest.mark.parametrize(
    ("style", "steps", "ignored"),
    [
        ("custom_loop", 8, frozenset()),
        ("eager", 8, frozenset()),
        ("train_on_batch", 8, frozenset()),
        ("keras_fit", 8, frozenset({"stdout"})),  # it prints no losses of its own
        ("one_function", 1, frozenset({"stdout"})),
    ],
)
def test_accepts_a_migration_by_hand(
    compared: Callable[..., Verdict], style: str, steps: int, ignored: frozenset[str]
):
    verdict = compared(STYLES / "original.py", text_of(style), CONSTANT, ignored=ignored)
    assert verdict.status is Status.SAME, verdict
    assert verdict.parity is not None
    assert verdict.parity.steps == steps
    assert verdict.parity.within(TOLERANCE)


@pytest.mark.by_day(one_in=3)
@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_accepts_each_optimizer_by_hand(compared: Callable[..., Verdict], hand: str, optimizer: str):
    folder = PROGRAMS / "optimizers"
    text = (folder / f"{hand}.py").read_text()
    ignored = frozenset({"stdout"}) if hand == "by_keras" else frozenset()
    arguments = f"--optimizer={optimizer}"
    verdict = compared(folder / "original.py", text, arguments, ignored=ignored, tolerance=TOLERANCE)
    assert verdict.status is Status.SAME, verdict
    assert verdict.parity is not None
    assert verdict.parity.steps == 6


@pytest.mark.by_day(one_in=2)
@pytest.mark.parametrize(
    ("style", "old", "new", "step"),
    [
        ("keras_fit", "keras.Sequential", "keras.Sequential", 5),  # the decay: see CONSTANT
        ("eager", "step // FLAGS.decay", "step // 5", 5),
    ],
)
def test_finds_another_schedule_in_a_migration_by_hand(
    compared: Callable[..., Verdict], style: str, old: str, new: str, step: int
):
    text = text_of(style)
    assert text.count(old) == 1
    verdict = compared(STYLES / "original.py", text.replace(old, new), ignored=frozenset({"stdout"}))
    assert verdict.status is Status.DIFFERENT
    assert verdict.headline.startswith(f"at step {step} "), verdict


def test_a_rewritten_program_may_be_the_original_of_one_by_hand(
    fork_server: ForkServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(processes, "start_process", fork_server.start)
    one, two = (Program(style, STYLES, Path(f"{style}.py")) for style in ("rewritten", "eager"))
    request = Request(one, two, False, False, (CONSTANT,), 1, timeout=120)
    verdict = verify(request, tmp_path)
    assert verdict.status is Status.SAME, verdict
    assert verdict.parity is not None
    assert verdict.parity.steps == 8
