"""The generator draws every construct of its catalogue, and the same program for the same seed."""

import argparse
import collections
import contextlib

import numpy as np
import pytest

from tests.campaign.case import program_of
from tests.generator.changed_state import CHANGES, Changed
from tests.generator.features import FEATURES
from tests.generator.graph import LEAVES
from tests.generator.program import Program
from tests.generator.sessions import RUNNING
from tests.generator.statements import TWISTS


def test_every_construct_is_drawn(drawn: list[Program]):
    seen = collections.Counter(name for program in drawn for name in program.constructs)
    names = [one.name for one in [*TWISTS, *LEAVES, *RUNNING]] + [*FEATURES]
    assert [name for name in names if not seen[name]] == []


def test_names_of_constructs_are_different():
    names = [one.name for one in [*TWISTS, *LEAVES, *RUNNING]] + [*FEATURES]
    assert len(names) == len(set(names))


def test_programs_are_python(drawn: list[Program]):
    for program in drawn:
        compile(program.text, "train.py", "exec")


def test_most_programs_are_different(drawn: list[Program]):
    assert len({program.text for program in drawn}) > 0.9 * len(drawn)


def test_a_seed_always_gives_the_same_program():
    assert program_of(5) == program_of(5)


@pytest.mark.parametrize("change", [one for family in CHANGES.values() for one in family.values()], ids=str)
def test_what_is_changed_is_read_otherwise(change: Changed):
    """Else nobody could see that the change is lost."""

    def read(*changes: str) -> object:
        names = {"np": np, "argparse": argparse, "contextlib": contextlib}
        for text in (change.above, change.make, *changes):
            exec(text, names)
        return eval(change.read, names)

    assert read() != read(change.change)
