"""What a function does counts all that it calls."""

import ast
from pathlib import Path

import pytest

from migrate.analyse.names.definitions import Function
from migrate.analyse.program.tree import Tree
from migrate.model.kinds import Role
from migrate.model.source import Module, Source


def summary_of(text: str, name: str, *first: str):
    data = f"import tensorflow as tf\n{text}".encode()
    module = Module(Source(Path("m.py"), Path(), data), ast.parse(data))
    tree = Tree([module])
    bindings = tree.bindings(module)
    for other in first:
        tree.summary(Function(bindings, bindings.functions[other]))
    return tree.summary(Function(bindings, bindings.functions[name]))


RECURSIVE = """
def one(x):
    tf.assign(x, 1.0)
    return two(x)


def two(x):
    return one(x) if x else x
"""


def test_an_effect_is_seen_from_every_function_of_a_cycle():
    for order in (("one", "two"), ("two", "one"), ("one",), ("two",)):
        assert [obstacle.what for obstacle in summary_of(RECURSIVE, *order).obstacles]


def test_a_function_that_is_passed_on_counts_as_called():
    text = "def effect(x):\n    return tf.assign(x, 1.0)\n\n\ndef f(x):\n    return tf.map_fn(effect, x)\n"
    assert summary_of(text, "f").obstacles


def test_a_recursion_without_effects_has_none():
    summary = summary_of(
        "def power(m, n):\n    return m if n < 1 else tf.matmul(m, power(m, n - 1))\n", "power"
    )
    assert summary.obstacles == ()
    assert summary.roles == {Role.PURE}


@pytest.mark.parametrize(
    ("code", "role"),
    [
        ("k.add = tf.add_to_collection\n    k.add('parts', x)", Role.COLLECTS),
        ("k.every = tf.global_variables\n    return k.every()", Role.READS_VARIABLES),
        ("k.draw = tf.random_uniform\n    return k.draw([2], seed=3)", Role.STREAM),
        ("k.make = tf.layers.dense\n    return k.make(x, 2)", Role.LAYER),
    ],
)
def test_a_function_has_the_role_of_what_it_calls_by_another_name(code: str, role: Role):
    summary = summary_of(f"class K: pass\nk = K()\ndef f(x):\n    {code}\nf(tf.zeros([2]))", "f")
    assert role in summary.roles
    assert not summary.obstacles


@pytest.mark.parametrize(
    "code",
    [
        "k.change = tf.assign\n    return k.change(x, 1.0)",
        "return list(map(x.assign_add, [1.0]))",
        "return getattr(tf, name)(x)",
    ],
)
def test_what_a_step_tells_by_its_name_may_have_no_other(code: str):
    text = f"class K: pass\nk = K()\ndef f(x, name):\n    {code}\nf(tf.Variable(0.0), input())"
    assert summary_of(text, "f").obstacles
