"""What is done to objects that are gone when a call returns is nothing to the code around the call."""

import ast
import textwrap
from collections.abc import Iterable

import pytest

from migrate.model.effects import Touched
from migrate.model.objects import Location, Made
from tests.migrate.values.program import Parsed


def touched_by_the_last_statement(text: str) -> Touched:
    program = Parsed(text)
    return program.effects.of([program.tree.body[-1]])


def objects(locations: Iterable[Location]) -> set[Made]:
    made = (getattr(one, "object", None) for one in locations)
    return {one for one in made if isinstance(one, Made)}


@pytest.mark.parametrize(
    "body",
    [
        "names = {}\nnames['a'] = 1\nreturn names['a']",
        "names = [1]\nfor each in (2, 3):\n    names.append(each)\nreturn len(names)",
        "return sum([each for each in [1, 2]])",
        "inner = [1]\nouter = [inner]\nouter[0].append(2)\nreturn 3",
        "names = [1]\nfill(names)\nreturn len(names)",
        "names = [1]\nadd = names.append\nadd(2)\nreturn 3",
        "keep(size=2)\nreturn 3",
        "one = Box()\none.part = 2\nreturn one.part",
        "names = [1]\nif given:\n    given.append(2)\nhelper(names)",
        "if given:\n    return helper(given - 1)\nnames = [1]\nnames.append(2)\nreturn 3",
        "names = [1]\nadd = lambda: names.append(2)\nadd()\nreturn 3",
        "names = [1]\ndef add():\n    names.append(2)\nfor each in (1, 2):\n    add()\nreturn 3",
        "names = [1]\nmax([1, 2], key=lambda each: names.append(each) or each)\nreturn 3",
        "names = [1]\ndef add(one):\n    one()\nadd(lambda: names.append(2))\nreturn 3",
        "names = [1]\ntf.cond(given, lambda: names.append(2) or given, lambda: given)\nreturn 3",
    ],
)
def test_what_only_a_call_can_find_is_not_seen_around_it(body):
    touched = touched_by_the_last_statement(_program(body))
    assert not objects(touched.writes | touched.reads)


@pytest.mark.parametrize(
    "body",
    [
        "names = [1]\nnames.append(2)\nreturn names",
        "names = [1]\nnames.append(2)\nreturn [names]",
        "names = [1]\nnames.append(2)\nkept.append(names)",
        "global last\nlast = [1]\nlast.append(2)",
        "names = [1]\nnames.append(2)\nreturn lambda: names",
        "names = [1]\nadd = lambda: names.append(2)\nadd()\nreturn [add]",
        "names = [1]\nadd = lambda: names.append(2)\nadd()\nunknown.take(add)",
        "names = [1]\ndef add():\n    names.append(2)\nadd()\nkept.append(add)",
        "names = [1]\ndef outer():\n    return lambda: names\nnames.append(2)\nreturn outer()",
        "names = [1]\nnames.append(2)\nadd = lambda more=names: more\nkept.append(add)",
        "names = [1]\nnames.append(2)\ndef each():\n    yield names\nreturn each()",
        "names = [1]\nnames.append(2)\nreturn tf.data.Dataset.from_generator(lambda: names, tf.int32)",
        "names = [1]\nnames.append(2)\nreturn tf.cond(given, lambda: names, lambda: given)",
        "names = [1]\nnames.append(2)\ndef inner():\n    return names\nkept.append(inner)",
        "names = [1]\nnames.append(2)\nBox.shared = names",
        "names = [1]\nnames.append(2)\nkept.append(names.append)",
        "names = [1]\nnames.append(2)\nunknown.take(names)",
        "names = [1]\nnames.append(2)\nraise ValueError(names)",
        "names = [1]\nnames.append(2)\nyield names",
        "names = [1]\nyield 1\nnames.append(2)",
        "names = [1]\nnames.append(2)\nreturn (each for each in names)",
        "one = Box()\none.part = [1]\nreturn one",
        "def made(names=[1]):\n    names.append(2)\n    return names\nreturn made()",
    ],
)
def test_what_others_may_find_is_seen(body):
    touched = touched_by_the_last_statement(_program(body))
    assert objects(touched.writes)


def test_what_the_statements_own_function_made_is_seen():
    text = """
        def change(names):
            names.append(2)

        def train():
            names = [1]
            change(names)

        train()
    """
    program = Parsed(text)
    effects, (change, train, call) = program.effects, program.tree.body
    assert isinstance(change, ast.FunctionDef)
    assert isinstance(train, ast.FunctionDef)
    for seen in (change.body[0], train.body[1]):
        assert effects.of([seen]).writes
    assert not effects.of([call]).writes


def _program(body: str) -> str:
    return f"""
import tensorflow as tf
import unknown

kept = []

class Box:
    pass

def fill(names):
    names.append(3)

def keep(**settings):
    settings["more"] = 1

def helper(given):
{textwrap.indent(body, "    ")}

for each in helper(0): pass
"""
