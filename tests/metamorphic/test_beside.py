"""What becomes of a program depends on what it imports, and not on what stands beside it."""

import random

import pytest

from tests.metamorphic.beside import held_by_others, programs


def test_programs_do_not_hold_each_other():
    # `going_on_by_run` was held down by whatever names an attribute as it does.
    chosen = [one for one in programs() if one.name == "going_on_by_run.py"]
    others = [one for one in programs() if one.is_file()]
    assert list(held_by_others([*chosen, *random.Random(2).sample(others, 4)])) == []


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(20))
def test_draws_of_programs_do_not_hold_each_other(seed: int):
    assert list(held_by_others(random.Random(seed).sample(programs(), 30), jobs=2)) == []
