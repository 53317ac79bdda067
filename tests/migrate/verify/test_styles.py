"""Faults put into a rewritten program are found, and correct programs of other styles are accepted."""

from collections.abc import Callable
from pathlib import Path

import pytest

from migrate.verify import Originals, Program, Request, Status, Verdict, is_tensorflow_1, processes, verify

from ...forking.client import ForkServer

STYLES = Path(__file__).parent / "programs" / "styles"
LOSS, ERROR = "fetched value 0 (loss:0)", "fetched value 1 (error:0)"
W, B = "variable 'net/w'", "variable 'net/b'"
AVERAGE = "variable 'net/w/ExponentialMovingAverage'"
BATCH = "        batch = random.rand(8, 4)\n"
UPDATE = "        optimizer.apply_gradients(gradients, global_step=global_step)\n"

# Keras's velocities hold the learning rate, TensorFlow 1's do not: they agree while it is constant.
CONSTANT = "--decay=100"

# What is replaced by what; the first step at which that shows, in which of the values. Of the variables the
# first in the order of their creation is named.
FAULTS = {
    "swapped fetches": ("return loss, error", "return error, loss", 1, LOSS),
    "another loss fetched": ("return loss, error", "return loss, 2.0 * error", 1, ERROR),
    "a factor of the learning rate": ("exponential_decay(0.2,", "exponential_decay(0.1,", 1, W),
    "an earlier decay": ("FLAGS.decay", "3", 4, W),
    "a smooth decay": ("staircase=True", "staircase=False", 2, W),
    "no momentum": ("(rate, 0.9)", "(rate, 0.0)", 2, W),
    "Nesterov's momentum": ("(rate, 0.9)", "(rate, 0.9, use_nesterov=True)", 1, W),
    "a dropped clip": ("(tf.clip_by_norm(gradient, 0.5), one)", "(gradient, one)", 1, W),
    "a lost regulariser": ("0.01 * tf.nn.l2_loss(w)", "0.0 * tf.nn.l2_loss(w)", 1, LOSS),
    "a regulariser of the loss alone": ("compute_gradients(loss)", "compute_gradients(error)", 1, W),
    "a wrong reduction": ("tf.reduce_mean(tf.square", "tf.reduce_sum(tf.square", 1, LOSS),
    "a variable that is not updated": (UPDATE, UPDATE.replace("gradients,", "gradients[:1],"), 1, B),
    "a counter that is not updated": (
        "gradients, global_step=global_step)",
        "gradients)",
        1,
        "'global_step'",
    ),
    "averages of the values before": (
        UPDATE + "        average.apply([w, b])\n",
        "        average.apply([w, b])\n" + UPDATE,
        1,
        AVERAGE,
    ),
    "another seed": ("RandomState(7)", "RandomState(8)", 1, LOSS),
    "half of the batch twice": (BATCH, BATCH + "        batch[4:] = batch[:4]\n", 1, LOSS),
    "a batch too many taken": (
        BATCH,
        "        batch = random.rand(8, 4) if step != 5 else (random.rand(8, 4), random.rand(8, 4))[1]\n",
        6,
        LOSS,
    ),
}


@pytest.fixture(scope="module")
def compared(fork_server: ForkServer, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Verdict]:
    """Compares a program with `original.py`, which is run once for all."""
    folder = tmp_path_factory.mktemp("styles")
    sources = tmp_path_factory.mktemp("sources")
    (sources / "original.py").write_text((STYLES / "original.py").read_text())
    original = Program("the original", sources, Path("original.py"))
    kept: dict[tuple[str, ...], Originals] = {}

    def compare(text: str, *arguments: str, **options: object) -> Verdict:
        place = tmp_path_factory.mktemp("other")
        (place / "other.py").write_text(text)
        other = Program("the rewritten program", place, Path("other.py"))
        is_1 = is_tensorflow_1(place / "other.py", otherwise=False)
        request = Request(original, other, True, is_1, arguments, 1, timeout=120, **options)
        if arguments not in kept:
            kept[arguments] = Originals(request, folder / str(len(kept)), lambda what, steps: None)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(processes, "start_process", fork_server.start)
            return verify(request, tmp_path_factory.mktemp("runs"), originals=kept[arguments])

    return compare


def text_of(style: str) -> str:
    return (STYLES / f"{style}.py").read_text()


def test_the_rewritten_program_is_equal_to_the_bit(compared: Callable[..., Verdict]):
    verdict = compared(text_of("rewritten"))
    assert str(verdict) == "same: 8 steps equal to the bit"


@pytest.mark.parametrize("fault", FAULTS)
def test_finds_a_fault_at_its_step_by_its_name(compared: Callable[..., Verdict], fault: str):
    old, new, step, name = FAULTS[fault]
    text = text_of("rewritten")
    assert text.count(old) == 1
    verdict = compared(text.replace(old, new))
    assert verdict.status is Status.DIFFERENT
    assert verdict.headline.startswith(f"at step {step} "), verdict
    assert name in verdict.headline, verdict
    assert "(original.py:3" in verdict.headline
    assert " in the original, other.py:3" in verdict.headline


@pytest.mark.parametrize(("steps", "problem"), [("7", "made 8 steps, the rewritten program 7"), ("9", "9")])
def test_finds_a_step_too_few_or_too_many(compared: Callable[..., Verdict], steps: str, problem: str):
    verdict = compared(text_of("rewritten").replace("range(FLAGS.steps)", f"range({steps})"))
    assert verdict.status is Status.DIFFERENT
    assert problem in verdict.headline


def test_finds_a_line_that_is_printed_otherwise(compared: Callable[..., Verdict]):
    verdict = compared(text_of("rewritten").replace("(step, value)", "(step, off)"))
    assert verdict.status is Status.DIFFERENT
    assert verdict.headline.startswith("line 1 of stdout is 'step 0: loss ")


@pytest.mark.parametrize("style", ["custom_loop", "eager", "train_on_batch"])
def test_accepts_a_migration_by_hand(compared: Callable[..., Verdict], style: str):
    verdict = compared(text_of(style), CONSTANT)
    assert verdict.status is Status.SAME, verdict
    assert verdict.parity is not None
    assert verdict.parity.steps == 8


@pytest.mark.parametrize(("style", "steps"), [("keras_fit", 8), ("one_function", 1)])
def test_accepts_a_migration_by_hand_that_prints_otherwise(
    compared: Callable[..., Verdict], style: str, steps: int
):
    verdict = compared(text_of(style), CONSTANT, ignored=frozenset({"stdout"}))
    assert verdict.status is Status.SAME, verdict
    assert verdict.parity is not None
    assert verdict.parity.steps == steps


@pytest.mark.parametrize(
    ("style", "old", "new", "step"),
    [
        ("keras_fit", "clipnorm=0.5", "clipnorm=0.6", 1),
        ("keras_fit", "keras.Sequential", "keras.Sequential", 5),  # the decay: see CONSTANT
        ("custom_loop", "0.01 * tf.nn", "0.02 * tf.nn", 1),
        ("eager", "step // FLAGS.decay", "step // 5", 5),
    ],
)
def test_finds_a_fault_in_a_migration_by_hand(
    compared: Callable[..., Verdict], style: str, old: str, new: str, step: int
):
    text = text_of(style)
    assert text.count(old) == 1
    verdict = compared(text.replace(old, new), ignored=frozenset({"stdout"}))
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
