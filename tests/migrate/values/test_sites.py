"""Expressions that give one place very many objects make one object, which is nobody's own."""

import ast

import pytest

from migrate.model.effects import Detail
from migrate.model.objects import Made
from migrate.values import ProgramEffects
from migrate.values.sites import MOST_IN_PLACE
from tests.migrate.values.program import Parsed

START = "import numpy as np\nimport tensorflow as tf\ndef f(n):\n    return [n]\n"


def made(text: str) -> list[Made]:
    """What the name `a` of the module may be."""
    program = Parsed(START + text)
    return [one for one in program.effects.held(program.tree, "a") if isinstance(one, Made)]


GIVEN = [
    "[{}]",
    "f({})",
    "g({})",
    "np.zeros({})",
    "tf.zeros({})",
    "f({}) if b else []",
    "b or f({})",
    "{{1: {}}}",
]


@pytest.mark.parametrize("given", GIVEN)
def test_very_many_are_few_objects(given: str):
    several = made("".join(f"if b:\n    a = {given.format(n)}\n" for n in range(3 * MOST_IN_PLACE)))
    assert MOST_IN_PLACE < len(several) <= 2 * MOST_IN_PLACE + 2
    summaries = [one for one in several if one.is_summary]
    assert summaries
    assert all(len(one.sites) > MOST_IN_PLACE or "f(" in given for one in summaries)


@pytest.mark.parametrize("given", GIVEN)
def test_few_are_told_apart(given: str):
    several = made("".join(f"if b:\n    a = {given.format(n)}\n" for n in range(3)))
    assert not any(one.is_summary for one in several)
    assert len(several) >= 3


def test_other_names_are_told_apart():
    text = "".join(f"a{n} = f({n})\n" for n in range(3 * MOST_IN_PLACE))
    assert not any(one.is_summary for one in made(f"{text}a = a3\n"))


def test_arrays_and_tensors_are_never_one():
    text = "".join(f"if b:\n    a = np.zeros({n})\n    a = tf.zeros({n})\n" for n in range(3 * MOST_IN_PLACE))
    assert {one.is_array for one in made(text) if one.is_summary} == {True, False}


def test_in_the_least_detail_a_module_has_one_array_and_one_tensor():
    program = Parsed(START + "a = np.zeros(3)\nb = np.ones(3)\nc = tf.zeros(3)\nd = tf.abs(c)")
    effects = ProgramEffects([program.bindings], lambda home, name: None, (Detail.PLACES,))
    zeros, ones, tensor, other = (effects.given(one.value) for one in program.tree.body[-4:])  # type: ignore[attr-defined]
    assert zeros == ones
    assert tensor == other
    assert not zeros & tensor
    (array,) = zeros
    (value,) = tensor
    assert isinstance(array, Made)
    assert isinstance(value, Made)
    assert (array.is_array, value.is_array) == (True, False)
    assert array.is_summary
    assert {ast.unparse(one) for one in array.sites} == {"np.zeros(3)", "np.ones(3)"}
