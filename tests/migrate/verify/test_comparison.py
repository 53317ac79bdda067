import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from migrate.verify import (
    ParityError,
    Record,
    compare,
    compare_kinds_of_variables,
    compare_with,
    record_original,
)

from .conftest import GPUS, PROGRAMS, STEPS

Variant = Callable[..., Path]
APPLY = "            compat.apply_gradients(optimizer, gradients, global_step)\n"
LOOP = "        batch = random.rand(6 * FLAGS.num_gpus, 5)\n"


def compared(recorded: Record, program: Path, timeout: float = 120):
    return compare_with(recorded, program, gpus=GPUS, steps=STEPS, timeout=timeout)


@pytest.mark.nightly
def test_equal_to_the_bit_in_the_originals_order():
    parity = compare(
        PROGRAMS / "before.py",
        PROGRAMS / "after.py",
        arguments=["--num_gpus=3"],
        gpus=3,
        steps=50,
        timeout=120,
    )
    assert parity.equal_to_the_bit, parity
    assert parity.steps == 50
    assert str(parity) == "50 steps equal to the bit"
    assert parity.within(0.0)
    assert 0 < parity.original_seconds < 1
    assert 0 < parity.rewritten_seconds < 1


def test_close_with_the_default_reduction(variant: Variant, tmp_path: Path):
    changed = variant("after.py", (", cross_device_ops=compat.OrderedReduction()", ""))
    parity = compare(
        PROGRAMS / "before.py", changed, arguments=["--num_gpus=4"], gpus=4, steps=10, timeout=120
    )
    assert parity.steps == 10
    # Nothing orders the sums of the default reduction: ten steps in float32 were 1.3e-6 apart once.
    assert parity.within(1e-5), parity


@pytest.mark.usefixtures("forked")
def test_runs_to_the_end_without_a_number_of_steps():
    arguments = ["--max_steps=4"]
    parity = compare(PROGRAMS / "before.py", PROGRAMS / "after.py", arguments=arguments, gpus=2, timeout=120)
    assert parity.equal_to_the_bit, parity
    assert parity.steps == 4


def test_records_the_original(recorded: Record):
    steps = list(recorded.steps())
    assert len(steps) == recorded.length == STEPS
    names = {"hidden/w", "hidden/b", "v", "hidden/w/Momentum", "hidden/b/Momentum", "v/Momentum"}
    assert set(recorded.initial()) == names | {"global_step"}
    assert [name for name, _ in steps[0].fetched] == ["tower_1/loss:0"]
    assert [int(step.variables["global_step"]) for step in steps] == list(range(1, STEPS + 1))


def test_finds_a_wrong_scale(recorded: Record, variant: Variant):
    changed = variant("after.py", ("tf.reduce_mean(tf.square(", "1.5 * tf.reduce_mean(tf.square("))
    parity = compared(recorded, changed)
    assert not parity.equal_to_the_bit
    assert not parity.within(1e-3)
    assert parity.first_difference is not None
    assert parity.first_difference.step == 1
    assert parity.first_difference.name == "fetched value 0 (tower_1/loss:0)"
    _, loss = next(iter(recorded.steps())).fetched[0]
    assert parity.first_difference.amount == pytest.approx(0.5 * float(loss))


def test_finds_the_first_step_that_differs(recorded: Record, variant: Variant):
    # Momentum tells only when there is some: from the second update on.
    parity = compared(recorded, variant("after.py", ("(learning_rate, 0.9)", "(learning_rate, 0.8)")))
    assert parity.first_difference is not None
    assert parity.first_difference.step == 2
    assert parity.first_difference.name.startswith("variable '")
    assert parity.variable_difference > 0


def test_finds_gradients_summed_instead_of_averaged(recorded: Record, variant: Variant):
    summed = "            optimizer.apply_gradients(optimizer.compute_gradients(loss), global_step)\n"
    averaged = "            gradients = compat.average_gradients(optimizer.compute_gradients(loss))\n"
    parity = compared(recorded, variant("after.py", (averaged + APPLY, summed)))
    assert parity.first_difference is not None
    assert parity.first_difference.step == 1
    assert not parity.within(1e-3)


def test_finds_a_missing_variable(recorded: Record, variant: Variant):
    create_b = '        b = v1.get_variable("b", [7], initializer=v1.zeros_initializer())\n'
    parity = compared(
        recorded, variant("after.py", (create_b, ""), ("tf.matmul(x, w) + b", "tf.matmul(x, w)"))
    )
    assert "variable 'hidden/b' is missing from the rewritten program" in parity.problems
    assert "variable 'hidden/b/Momentum' is missing from the rewritten program" in parity.problems
    assert not parity.within(float("inf"))


def test_finds_a_variable_too_many(recorded: Record, variant: Variant):
    extra = '    tf.Variable(1.0, name="extra")\n    random = np.random'
    parity = compared(recorded, variant("after.py", ("    random = np.random", extra)))
    assert parity.problems == ("variable 'extra' is only in the rewritten program",)


def test_finds_a_replica_that_diverges(recorded: Record, variant: Variant):
    nudge = (
        '        if step == 3:\n            variables.variables["v"].values[1].assign_add(tf.ones([7, 2]))\n'
    )
    parity = compared(recorded, variant("after.py", (LOOP, LOOP + nudge)))
    assert parity.problems == ("at step 4 variable 'v' on replica 1 no longer equals replica 0",)
    assert not parity.equal_to_the_bit


def test_finds_a_step_too_few(recorded: Record, variant: Variant):
    parity = compared(recorded, variant("after.py", ("range(FLAGS.max_steps)", "range(9)")))
    assert parity.steps == 9
    assert parity.problems == (f"the original made {STEPS} steps, the rewritten program 9",)


def test_finds_a_value_that_is_not_returned(recorded: Record, variant: Variant):
    returned = "return None, strategy.experimental_local_results(losses)[-1]"
    changed = variant("after.py", (returned, "return None, losses"), ("value.numpy())", "value)"))
    parity = compared(recorded, changed)
    (problem,) = parity.problems
    told = "at step 1 the original fetched 1 value, the rewritten program returned 2 values (before.py:"
    assert problem.startswith(told)
    assert parity.steps == 0


def test_refuses_a_variable_of_another_shape(recorded: Record, variant: Variant):
    shape = ('"b", [7]', '"b", [1]')
    with pytest.raises(
        ParityError, match=r"variable 'hidden/b' is float32\(7,\) in the original, float32\(1,\) in the"
    ):
        compared(recorded, variant("after.py", shape))


def test_tells_a_rewritten_program_that_crashes(recorded: Record, variant: Variant):
    crash = LOOP + '        if step == 3:\n            raise ValueError("the disk is full")\n'
    with pytest.raises(
        ParityError, match=r"the rewritten program ended with status 1: (?s:.*)the disk is full"
    ):
        compared(recorded, variant("after.py", (LOOP, crash)))


def test_tells_an_original_that_crashes(variant: Variant, tmp_path: Path):
    lost = variant("before.py", ("tf.train.get_or_create_global_step()", "tf.contrib.crf.get()"))
    with pytest.raises(ParityError, match=r"the original program ended with status 1: (?s:.*)contrib\.crf"):
        compare(lost, PROGRAMS / "after.py", gpus=2, timeout=120)


@pytest.mark.usefixtures("forked")
def test_tells_a_program_killed_by_a_signal(recorded: Record, tmp_path: Path):
    program = tmp_path / "killed.py"
    program.write_text("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\n")
    with pytest.raises(ParityError, match="the rewritten program was killed by SIGSEGV"):
        compared(recorded, program)


@pytest.mark.usefixtures("forked")
def test_refuses_an_original_without_steps(tmp_path: Path):
    program = tmp_path / "nothing.py"
    program.write_text("import tensorflow as tf\ntf.Session().run(tf.no_op())\n")
    with pytest.raises(ParityError, match="the original made no step that could be compared"):
        compare(program, program, gpus=1, timeout=120)


def test_imports_no_tensorflow():
    check = "import sys, migrate.verify; sys.exit('tensorflow' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], timeout=60).returncode == 0


@pytest.mark.usefixtures("forked")
def test_original_alone_can_be_kept(tmp_path: Path):
    record = record_original(PROGRAMS / "before.py", tmp_path, gpus=2, steps=3, timeout=120)
    again = Record(tmp_path)
    assert record.length == again.length == 3


SEEDED = """
import tensorflow as tf

with tf.variable_scope("net"):
    w = tf.get_variable("w", [3], initializer=tf.random_normal_initializer(seed=1))
    v = tf.get_variable("v", [3], initializer=tf.random_normal_initializer())
total = tf.reduce_sum(w) + tf.reduce_sum(v) + 1.0
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    print(session.run(total))
"""
STEPPING = """
import compat
import tensorflow as tf

variables = compat.VariableStore()


@variables.function(input_signature=[])
def step():
    with tf.compat.v1.variable_scope("net"):
        w = tf.compat.v1.get_variable("w", [3], initializer=tf.compat.v1.random_normal_initializer(seed=1))
        v = tf.compat.v1.get_variable("v", [3], initializer=tf.compat.v1.random_normal_initializer())
    return tf.reduce_sum(w) + tf.reduce_sum(v) + 1.0


print(step())
"""
WRAPPED = SEEDED.replace(
    "import tensorflow as tf", "import compat\nimport tensorflow.compat.v1 as tf\n\ncompat.build_graph()"
).replace("tf.Session", "compat.Program")


@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize("after", [STEPPING, WRAPPED], ids=["steps", "program"])
@pytest.mark.parametrize("seed", [1, 2])
def test_what_seeds_fix_is_compared_before_it_is_planted(after: str, seed: int, tmp_path: Path):
    original, rewritten = tmp_path / "before.py", tmp_path / "after.py"
    original.write_text(SEEDED)
    rewritten.write_text(after.replace("seed=1", f"seed={seed}"))
    parity = compare(original, rewritten, gpus=1, timeout=120)
    assert parity.steps == 1
    told = (
        "variable 'net/w' begins with other numbers than in the original, where seeds or constants fix them"
    )
    assert parity.problems == (() if seed == 1 else (told,))
    assert parity.first_difference is None


READS = """
import tensorflow as tf

v = tf.get_variable("v", [1], initializer=tf.random_normal_initializer())
read = tf.identity(v)
{used_and_update}
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for _ in range(3):
        print(session.run([used, update]))
"""

# What reads a reference variable is the variable's own memory: what uses it behind an update sees the
# update, even where the read came before it. Nothing here is left to the order of threads.
USED_BEHIND_THE_UPDATE = """
with tf.control_dependencies([read]):
    update = tf.assign_add(v, [1.0])
with tf.control_dependencies([update]):
    used = read * 2.0
"""
USED_BEFORE_THE_UPDATE = """
used = read * 2.0
with tf.control_dependencies([used]):
    update = tf.assign_add(v, [1.0])
"""


@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize(
    ("used_and_update", "is_ordered"),
    [(USED_BEHIND_THE_UPDATE, False), (USED_BEFORE_THE_UPDATE, True)],
    ids=["behind", "before"],
)
def test_a_read_that_an_update_changes_is_told_by_the_two_kinds_of_variables(
    used_and_update: str, is_ordered: bool, tmp_path: Path
):
    script, folder = tmp_path / "before.py", tmp_path / "record"
    script.write_text(READS.format(used_and_update=used_and_update))
    folder.mkdir()
    original = record_original(script, folder, gpus=1, timeout=120)
    parity = compare_kinds_of_variables(original, script, gpus=1, timeout=120)
    assert parity.steps == 3
    assert parity.problems == ()
    assert parity.equal_to_the_bit == is_ordered
    assert parity.variable_difference == 0.0
