import math

import numpy as np
import pytest

from migrate.verify import Record
from migrate.verify.differences import compare_records
from migrate.verify.records import Step, Writer


@pytest.fixture
def make(tmp_path):
    """Writes a record of steps that fetch one value and hold the variables given."""
    made = []

    def write(*steps, initial=None, apart=(), seconds=1.0, cut=()):
        folder = tmp_path / str(len(made))
        folder.mkdir()
        made.append(folder)
        writer = Writer(folder)
        writer.add_initial(arrays(initial or {}))
        for fetched, variables in steps:
            values = (("loss:0", np.asarray(fetched)),), arrays(variables)
            writer.add_step(Step(*values, apart, seconds, cut=cut))
        writer.flush()
        return Record(folder)

    return write


def arrays(values):
    return {name: np.asarray(value) for name, value in values.items()}


def f32(value):
    return np.float32(value)


def test_equal_records(make):
    one = make((f32(1), {"w": f32([1, 2])}), (f32(2), {"w": f32([3, 4])}), seconds=2.0)
    two = make((f32(1), {"w": f32([1, 2])}), (f32(2), {"w": f32([3, 4])}), seconds=3.0)
    parity = compare_records(one, two)
    assert parity.equal_to_the_bit
    assert parity.steps == 2
    assert parity.largest_difference == 0
    assert parity.time_ratio == pytest.approx(1.5)


def test_one_bit_is_a_difference(make):
    close = np.nextafter(f32(1), f32(2))
    parity = compare_records(make((f32(1), {})), make((close, {})))
    assert not parity.equal_to_the_bit
    assert parity.within(1e-6)
    assert parity.fetched_difference == float(close) - 1
    assert parity.variable_difference == 0
    assert str(parity.first_difference) == "step 1, fetched value 0 (loss:0): 1.19e-07"


def test_any_value_will_do_for_what_is_read_beside_its_update(make):
    one, two = make((f32(1), {"w": f32(3)})), make((f32(2), {"w": f32(3)}))
    assert compare_records(one, two, racing=["loss"]).equal_to_the_bit
    assert not compare_records(one, two, racing=["norm"]).equal_to_the_bit


def test_the_variables_are_compared_whatever_is_read_beside_their_update(make):
    one, two = make((f32(1), {"w": f32(3)})), make((f32(1), {"w": f32(4)}))
    parity = compare_records(one, two, racing=["loss"])
    assert not parity.equal_to_the_bit
    assert parity.variable_difference == 1
    another_type = make((np.float64(1), {"w": f32(3)}))
    assert compare_records(one, another_type, racing=["loss"]).problems


def test_a_step_of_constants_has_a_pair_only_where_the_other_program_made_one(tmp_path):
    def record(name, *steps):
        folder = tmp_path / name
        folder.mkdir()
        writer = Writer(folder)
        for value, constant in steps:
            writer.add_step(Step((("x:0", np.asarray(value)),), {}, (), 1.0, "", constant))
        writer.flush()
        return Record(folder)

    original = record("original", (f32(1), False), (np.int32(3), True), (f32(2), False))
    assert original.length == 2
    assert compare_records(original, record("none", (f32(1), False), (f32(2), False))).equal_to_the_bit
    same = compare_records(original, record("same", (f32(1), False), (np.int32(3), False), (f32(2), False)))
    assert same.equal_to_the_bit
    assert same.steps == 3
    other = record("other", (f32(1), False), (np.int32(4), False), (f32(2), False))
    assert not compare_records(original, other).equal_to_the_bit


def test_the_sign_of_zero_is_a_bit_but_no_distance(make):
    parity = compare_records(make((f32(0.0), {})), make((f32(-0.0), {})))
    assert not parity.equal_to_the_bit
    assert parity.within(0.0)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_is_not_finite_equals_itself(make, value):
    assert compare_records(make((f32(value), {})), make((f32(value), {}))).equal_to_the_bit


@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_what_is_not_finite_is_infinitely_far_from_a_number(make, value):
    parity = compare_records(make((f32([1, value]), {})), make((f32([1, 1]), {})))
    assert parity.fetched_difference == math.inf
    assert not parity.within(1e30)


def test_a_variable_not_yet_created_has_its_initial_value(make):
    initial = {"w": f32(1), "late": f32(5)}
    one = make(
        (f32(0), {"w": f32(2), "late": f32(5)}), (f32(0), {"w": f32(3), "late": f32(6)}), initial=initial
    )
    two = make((f32(0), {"w": f32(2)}), (f32(0), {"w": f32(3), "late": f32(6)}))
    assert compare_records(one, two).equal_to_the_bit


def test_a_variable_created_after_it_should_have_changed(make):
    initial = {"late": f32(5)}
    one = make((f32(0), {"late": f32(5.5)}), (f32(0), {"late": f32(6)}), initial=initial)
    two = make((f32(0), {}), (f32(0), {"late": f32(6)}))
    parity = compare_records(one, two)
    assert parity.first_difference is not None
    assert (parity.first_difference.step, parity.first_difference.name) == (1, "variable 'late'")
    assert parity.variable_difference == 0.5


def test_another_type_ends_the_comparison(make):
    parity = compare_records(make((f32(1), {})), make((np.float64(1), {})))
    assert parity.problems == (
        "at step 1 fetched value 0 (loss:0) is float32[] in the original, float64[] in the rewritten program",
    )


def test_another_shape_of_a_variable_ends_the_comparison(make):
    parity = compare_records(make((f32(1), {"w": f32([1])})), make((f32(1), {"w": f32([[1]])})))
    assert parity.problems == (
        "at step 1 variable 'w' is float32[1] in the original, float32[1, 1] in the rewritten program",
    )


def test_a_replica_apart_is_told_once(make):
    steps = [(f32(1), {}), (f32(2), {})]
    parity = compare_records(make(*steps), make(*steps, apart=("variable 'w' on replica 2",)))
    assert parity.problems == ("at step 1 variable 'w' on replica 2 no longer equals replica 0",)


def test_what_a_run_that_failed_has_changed_may_differ(make):
    one = make((f32(1), {"count": 2, "w": f32(1)}), cut=["count"])
    two = make((f32(1), {"count": 1, "w": f32(1)}))
    parity = compare_records(one, two)
    assert parity.equal_to_the_bit
    assert any("'count' after a run that ended by an error" in note for note in parity.notes)
    assert not compare_records(one, make((f32(1), {"count": 2, "w": f32(2)}))).equal_to_the_bit


def test_compares_no_more_steps_than_asked(make):
    one = make((f32(1), {}), (f32(2), {}), (f32(3), {}))
    two = make((f32(1), {}), (f32(2), {}))
    assert compare_records(one, two, steps=2).equal_to_the_bit
    assert compare_records(one, two).problems == ("the original made 3 steps, the rewritten program 2",)


def test_the_time_of_a_step_leaves_out_the_first(make, tmp_path):
    writer = Writer(tmp_path)
    for seconds in [90.0, 80.0, 70.0, 60.0, 50.0, 1.0, 2.0, 3.0, 1.0, 2.0]:
        writer.add_step(Step((), {}, (), seconds))
    writer.flush()
    parity = compare_records(Record(tmp_path), Record(tmp_path))
    assert parity.original_seconds == 2.0


def test_how_an_input_queue_counted_its_epochs_is_not_missed(make):
    counters = {"input/limit_epochs/epochs": np.int64(1), "batch/limit_epochs/epochs": np.int64(2)}
    parity = compare_records(
        make((f32(1), {}), initial={"w": f32(1), **counters}), make((f32(1), {}), initial={"w": f32(1)})
    )
    assert parity.equal_to_the_bit
    assert [note.split("'")[1] for note in parity.notes] == sorted(counters)
    without = compare_records(make((f32(1), {}), initial={"w": f32(1), "b": f32(1)}), make((f32(1), {})))
    assert len(without.problems) == 2
