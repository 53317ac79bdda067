"""The names that statements of small programs take in a graph."""

import ast
import textwrap

import pytest

from migrate.model.graph_names import Taken, Takes
from migrate.values.default_names import default_names
from tests.migrate.values.program import Parsed


def taken(text: str, what: Takes = Takes.VARIABLE) -> list[str]:
    """The names that the last statement of a program takes, `?` for what is not known of one."""
    program = Parsed("import tensorflow as tf\n" + textwrap.dedent(text))
    last, around = program.tree.body[-1], []
    while isinstance(last, ast.With):
        around.append(last)
        last = last.body[-1]
    return sorted(map(_text, (one for one in program.effects.names_taken(last, around) if one.what is what)))


def _text(one: Taken) -> str:
    path = [*([] if one.is_rooted else ["?"]), *one.path, *(["?"] if one.is_open else [])]
    return "/".join(path)


MADE = "def made(name):\n    return tf.Variable(0.0, name=name)\n"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("v = tf.Variable(0.0)", ["Variable"]),
        ("v = tf.Variable(0.0, name='w')", ["w"]),
        ("with tf.name_scope('a'):\n    v = tf.Variable(0.0, name='w')", ["a/w"]),
        ("with tf.name_scope(open('f').read()):\n    v = tf.Variable(0.0, name='w')", ["?/w"]),
        ("with tf.device('/cpu:0'):\n    v = tf.Variable(0.0, name='w')", ["w"]),
        ("with open('f'):\n    v = tf.Variable(0.0, name='w')", ["?/w"]),
        ("with tf.name_scope('a', 'b'):\n    v = tf.Variable(0.0, name='w')", ["a/w"]),
        ("with tf.name_scope(None, 'b'):\n    v = tf.Variable(0.0, name='w')", ["b/w"]),
        ("with tf.name_scope(default_name='b', name=None):\n    v = tf.Variable(0.0, name='w')", ["b/w"]),
        ("with tf.variable_scope(None, default_name='b'):\n    v = tf.Variable(0.0, name='w')", ["b/w"]),
        (MADE + "v = made('w')", ["w"]),
        (MADE + "v = made(name='w') + made('u')", ["u", "w"]),
        (MADE + "v = made(open('f').read())", ["?"]),
        (
            MADE
            + "def layer(name):\n    with tf.name_scope(name):\n        return made('w')\nv = layer('a')",
            ["a/w"],
        ),
        ("def grow(n):\n    return grow(n - 1) if n else tf.Variable(0.0, name='w')\nv = grow(3)", ["w"]),
        (
            """
            class Net:
                def __init__(self, name):
                    self.name = name
                def build(self):
                    return tf.Variable(0.0, name=self.name + '_w')
            net = Net('deep')
            v = net.build()
            """,
            ["deep_w"],
        ),
    ],
)
def test_variables_have_names_of_texts_that_are_followed(text: str, names: list[str]):
    assert taken(text) == names


@pytest.mark.parametrize("module", ["train", "contrib.framework", "contrib.slim"])
def test_a_global_step_has_its_own_name(module: str):
    text = f"with tf.name_scope('a'):\n    v = tf.{module}.get_or_create_global_step()"
    assert taken(text, Takes.SHARED) == ["global_step"]
    assert taken(text, Takes.OPERATION) == []


def test_shared_variables_have_names_of_variable_scopes_alone():
    text = "with tf.name_scope('a'):\n    with tf.variable_scope('b'):\n        v = tf.get_variable('w', [])"
    assert taken(text, Takes.SHARED) == ["b/w"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("y = tf.reduce_mean([1.0])", "Mean"),
        ("y = tf.multiply(1.0, 2.0, 'twice')", "twice"),
        ("y = tf.data.Dataset.range(3).repeat(2)", "count"),
        ("y = tf.cond(tf.constant(True), lambda: 1.0, lambda: 2.0)", "cond"),
    ],
)
def test_operations_take_names_by_themselves(text: str, name: str):
    assert name in taken(text, Takes.OPERATION)


def test_summaries_take_their_tags():
    assert taken("y = tf.summary.scalar('the loss', 1.0)", Takes.TAG) == ["the_loss"]


def test_functions_of_elements_name_nothing_in_the_graph():
    text = (
        "def twice(x):\n    return tf.multiply(x, 2, name='twice')\ny = tf.data.Dataset.range(3).map(twice)"
    )
    assert "twice" not in taken(text, Takes.OPERATION)


def test_a_function_beside_one_of_elements_names_what_it_makes():
    text = (
        "def plain(x):\n    return x\ndef twice(x):\n    return tf.multiply(x, 2, name='twice')\n"
        "y = tf.data.Dataset.range(3).map(plain), twice(1)"
    )
    assert "twice" in taken(text, Takes.OPERATION)


def test_what_an_unknown_object_makes_is_taken_for_a_name_by_itself():
    program = Parsed("import tensorflow as tf\nfor net in open('f'):\n    y = net(3)")
    taken_there = [*program.effects.names_taken(program.tree.body[-1].body[0], program.tree.body[-1:])]
    assert taken_there
    assert all(one.by_default for one in taken_there if one.is_open)


def test_names_may_be_one_by_their_families():
    def one(*path: str, rooted: bool = True) -> Taken:
        return Taken(Takes.VARIABLE, path, rooted, may_be_default=False)

    assert one("w").may_be(one("W_1"))
    assert not one("w1").may_be(one("w2"))
    assert not one("a", "w").may_be(one("w"))
    assert one("a", "w").may_be(one("w", rooted=False))
    assert one("tower_\0").may_be(one("tower_1"))
    assert not one("b", "w").may_be(Taken(Takes.OPERATION, ("a",), is_rooted=True, is_open=True))
    assert not one("w").may_be(Taken(Takes.OPERATION, is_open=True, by_default=True))


AVERAGE = """
average = tf.train.ExponentialMovingAverage(0.9)
def keep(x):
    with tf.variable_scope('a'):
        y = tf.square(x, name='far')
        mean = tf.reduce_mean(y, name='near')
        return average.apply({kept})
"""


@pytest.mark.parametrize(
    ("kept", "names"),
    [
        ("[mean]", ["a/near"]),
        ("[mean, y]", ["a/far", "a/near"]),
        ("[]", []),
        # What is not known to be made by one call may be any of them.
        ("[mean + 1.0]", ["a/far", "a/near"]),
        ("tf.get_collection('losses')", ["a/far", "a/near"]),
    ],
)
def test_operations_whose_averages_are_kept_are_told_from_others(kept: str, names: list[str]):
    text = AVERAGE.format(kept=kept) + "update = keep(tf.placeholder(tf.float32, [3], name='given'))"
    found = [name for name in taken(text, Takes.AVERAGED) if name.endswith(("near", "far"))]
    assert found == names


def test_names_that_functions_take_by_themselves_are_told_once():
    assert default_names("tf.nn.conv2d") == {"Conv2D", "const", "cast", "packed"}
    assert default_names("tf.placeholder") == {"Placeholder"}
    assert default_names("other.function") is None
