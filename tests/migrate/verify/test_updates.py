"""Which variables of two records belong together, and which of their states."""

from pathlib import Path

import numpy as np
import pytest

from migrate.verify import Record
from migrate.verify.pairing import pair
from migrate.verify.records import Step, Writer
from migrate.verify.updates import compare_updates


def recorded(folder: Path, states, *, initial=None, trainable=("w",), fetched=()) -> Record:
    """A record of steps, each with the values of `w`, or of variables by name."""
    folder.mkdir()
    writer = Writer(folder)
    for name in trainable:
        writer.describe(trainable=name)
    if initial is not None:
        writer.add_initial(named(initial))
    for place, state in enumerate(states):
        values = tuple((f"f{i}", np.float32(value)) for i, value in enumerate(fetched[place : place + 1]))
        writer.add_step(Step(values, named(state), (), 0.1, f"train.py:{place + 1}"))
    writer.flush()
    return Record(folder)


def named(state):
    values = state if isinstance(state, dict) else {"w": state}
    return {name: np.asarray(value, np.float32) for name, value in values.items()}


@pytest.fixture
def compared(tmp_path):
    """Compares the states of one variable."""

    def compare(original, other, *, is_cut=False, **options):
        one = recorded(tmp_path / "original", original, initial=0.0, **options)
        two = recorded(tmp_path / "other", other, **options)
        return compare_updates(one, two, 1e-6, is_cut=is_cut)

    return compare


def test_evaluations_in_between_are_no_updates(compared):
    parity = compared([1.0, 2.0, 3.0], [0.0, 1.0, 1.0, 2.0, 3.0, 3.0])
    assert (parity.steps, parity.equal_to_the_bit, parity.notes) == (3, True, ())


def test_a_state_that_differs_is_told_with_both_lines(compared):
    first = compared([1.0, 2.0, 3.0], [1.0, 2.5, 3.0]).first_beyond
    assert (first.step, first.name, first.amount) == (2, "variable 'w'", 0.5)
    assert first.places == ("train.py:2", "train.py:2")


def test_a_program_may_train_in_fewer_calls(compared):
    parity = compared([1.0, 2.0, 3.0, 4.0], [2.0, 4.0])
    assert (parity.steps, parity.equal_to_the_bit) == (2, True)
    assert "the original changed its variables 4 times, the rewritten program 2 times" in parity.notes[0]


def test_a_program_may_make_an_update_in_several_calls(compared):
    assert compared([1.0, 2.0], [0.5, 1.0, 1.5, 2.0]).equal_to_the_bit


@pytest.mark.parametrize(
    ("original", "other"), [([1.0, 2.0, 3.0], [1.0, 2.0]), ([1.0, 2.0], [1.0, 2.0, 3.0])]
)
def test_an_update_too_many_is_a_problem(compared, original, other):
    (problem,) = compared(original, other).problems
    assert " goes on with its update 3 at train.py:3, where " in problem
    assert problem.startswith("the original") == (len(original) == 3)


def test_programs_that_were_cut_short_may_be_at_other_updates(compared):
    assert compared([1.0, 2.0, 3.0], [0.5, 1.0, 1.5, 2.0], is_cut=True).equal_to_the_bit


def test_a_state_that_never_comes_is_told(compared):
    first = compared([1.0, 2.0, 3.0, 4.0], [2.25, 4.0]).first_beyond
    assert (first.step, first.amount) == (1, 0.25)


def test_what_is_returned_is_compared_where_it_fits(compared):
    assert compared([1.0, 2.0], [1.0, 2.0], fetched=[0.5, 0.25]).equal_to_the_bit


def test_trainable_variables_are_paired_by_shape_in_their_order(tmp_path):
    ours = {"net/w": [1.0, 2.0], "net/b": [1.0], "out/b": [2.0], "net/w/Momentum": [0.0, 0.0]}
    theirs = {"one/bias": [0.0], "two/bias": [0.0], "one/kernel": [0.0, 0.0], "velocity": [0.0, 0.0]}
    original = recorded(tmp_path / "a", [], initial=ours, trainable=["net/w", "net/b", "out/b"])
    other = recorded(tmp_path / "b", [theirs], trainable=["one/kernel", "one/bias", "two/bias"])
    pairing = pair(original, other)
    assert pairing.by_shape == (("net/w", "one/kernel"), ("net/b", "one/bias"), ("out/b", "two/bias"))
    assert (pairing.only_original, pairing.only_other) == (("net/w/Momentum",), ("velocity",))
    renamed = Record(other.folder, pairing.names)
    assert renamed.variable_names() == {"net/w", "net/b", "out/b", "velocity"}
    assert renamed.about().trainable == {"net/w", "net/b", "out/b"}
