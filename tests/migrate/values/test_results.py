"""What is an array and what a tensor, what names are given again, and what calls are told apart."""

import pytest

from migrate.model.effects import Detail
from migrate.model.graph_names import Takes
from migrate.values import heap, points_to
from tests.migrate.values.program import Parsed
from tests.migrate.values.test_anything import Less
from tests.migrate.values.test_graph_names import taken
from tests.migrate.values.test_library_calls import Last

START = "import numpy as np\nimport tensorflow as tf\na, t = np.zeros(3), tf.zeros([3])\n"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("b = a + 1\nb += 1", {"a + 1"}),
        ("b = t + 1\nb += 1", set()),
        ("b = a + t\nb += 1", set()),
        ("b = t + a\nb += 1", set()),
        ("b = -a\nb += 1", {"-a"}),
        ("b = -t\nb += 1", set()),
        ("b = (a + 1) * 2\nb += 1", {"(a + 1) * 2"}),
        ("b = (t + 1) * 2\nb += 1", set()),
        ("b = a + 1\nc = b * 2\nc += 1", {"b * 2"}),
        ("b = t + 1\nc = b * 2\nc += 1", set()),
        ("b = a if d else t\nb += 1", {"np.zeros(3)"}),
        ("b = 1 + 2\nb += 1", set()),
        ("b = a.mean()\nb += 1", {"a.mean()"}),
        ("b = tf.abs(t)\nb += 1", set()),
        ("b = np.abs(a)\nb += 1", {"np.abs(a)"}),
        ("b = a.reshape(3)\nb += 1", {"np.zeros(3)", "a.reshape(3)"}),
        ("b = a[0:1]\nb += 1", {"np.zeros(3)"}),
        ("s = tf.Session()\nb = s.run(t)\nb += 1", {"s.run(t)"}),
        ("a += 1", {"np.zeros(3)"}),
        ("t += 1", set()),
        ("a[0] = 1", {"np.zeros(3)"}),
        ("a[0] += 1", {"np.zeros(3)", "a[0] += 1"}),
    ],
)
def test_arrays_are_changed_in_place_and_tensors_are_not(text: str, written: set[str]):
    assert {one for one in Last(START + text).written if "(" in one or " " in one or "-" in one} == written


def test_arrays_are_told_from_tensors_in_less_detail():
    assert "a + 1" in Less(START + "b = a + 1\nb += 1", Detail.CONTEXTS).written
    assert Less(START + "b = t + 1\nb += 1", Detail.CONTEXTS).written == set()
    assert Less(START + "b = a + 1\nb += 1", Detail.PLACES).written
    assert Less(START + "b = t + 1\nb += 1", Detail.PLACES).written == set()


def test_what_is_an_array_in_the_end_is_one(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(heap, "_SOME", 0)
    text = "def f(x):\n    y = x + 1\n    y += 1\n    return y\n" + "b = f(a)\nfor c in a:\n    b += f(b)\n"
    assert {"x + 1", "np.zeros(3)"} & Last(START + text).written == {"x + 1"}
    text = (
        "def f(x):\n    y = x + 1\n    y += 1\n    return y\n" + "for c in d:\n    b = f(t)\n    b += f(b)\n"
    )
    assert not {"x + 1", "tf.zeros([3])"} & Last(START + text).written


@pytest.mark.parametrize(
    "text",
    [
        "import a",
        "import a.b",
        "import b as a",
        "from b import a",
        "from b import c as a",
        "a = 2",
        "a: int = 2",
        "a, b = 2, 3",
        "[a, *b] = [2, 3]",
        "def a(): pass",
        "class a: pass",
        "for a in [2]: pass\na = 3",
        "with open('b') as a: pass",
        "del a\na = 2",
    ],
)
def test_a_name_that_is_given_again_is_not_what_it_was(text: str):
    program = Parsed(f"a = [1]\n{text}\nprint(a)")
    (first, *_, last) = program.tree.body
    given = program.effects.given(first.value)  # type: ignore[attr-defined]
    assert given
    assert not given & program.effects.given(last.value.args[0])  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "text",
    [
        "import b",
        "import b.a",
        "import a as b",
        "from a import b",
        "b.a = 2",
        "a[0] = 2",
        "a: list",
        "def b(a): a = 2",
    ],
)
def test_a_name_that_is_not_given_again_is(text: str):
    program = Parsed(f"a = [1]\n{text}\nprint(a)")
    (first, *_, last) = program.tree.body
    assert program.effects.given(first.value) == program.effects.given(last.value.args[0])  # type: ignore[attr-defined]


@pytest.mark.parametrize(("most", "frames"), [(3, 4), (20, 10)])
def test_calls_are_told_apart_up_to_a_number(most: int, frames: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(points_to, "MOST_CONTEXTS", most)
    program = Parsed("def f(a):\n    return [a]\n" + "".join(f"b{n} = f({n})\n" for n in range(10)))
    assert len(program.effects.frames(program.tree.body[0])) == frames  # type: ignore[arg-type]


def test_what_would_be_done_with_more_objects_is_let_go():
    found = points_to.PointsTo(
        [Parsed("a = [1]\nfor b in a:\n    b.c = a\n").bindings], lambda home, name: None
    )
    assert not any(node.targets or node.watchers for _, node in found.locations())
    kept = ("_joined", "_only", "_pending", "_of_fields", "_wholes", "_elements", "_if_missing")
    assert not any(vars(found)[name] for name in kept)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("with tf.name_scope(**k):\n    v = tf.Variable(0.0, name='w')", ["?/w"]),
        ("with tf.name_scope():\n    v = tf.Variable(0.0, name='w')", ["?/w"]),
        ("with tf.name_scope(default_name='b'):\n    v = tf.Variable(0.0, name='w')", ["b/w"]),
        ("with tf.name_scope(name='a'):\n    v = tf.Variable(0.0, name='w')", ["a/w"]),
        ("with tf.variable_scope('a', default_name='b'):\n    v = tf.Variable(0.0, name='w')", ["a/w"]),
        ("def made(name='w'):\n    return tf.Variable(0.0, name=name)\nv = made()", ["w"]),
        ("def made(name):\n    return tf.Variable(0.0, name=name + '_1')\nv = made('w')", ["w_1"]),
        ("def made(name):\n    return tf.Variable(0.0, name='%s_1' % name)\nv = made('w')", ["w_1"]),
        ("def made(name):\n    return tf.Variable(0.0, name=f'{name}_1')\nv = made('w')", ["w_1"]),
        ("a, b = 'u', 'w'\nv = tf.Variable(0.0, name=b)", ["w"]),
        ("a = 'u' if b else 'w'\nv = tf.Variable(0.0, name=a)", ["u", "w"]),
        ("v = tf.Variable(0.0, name=None)", ["Variable"]),
        ("v = tf.Variable(0.0, **k)", ["?"]),
        ("v = tf.Variable(*k)", ["?"]),
        ("v = tf.Variable(0.0, True, None, True, None, 'w')", ["w"]),
    ],
)
def test_names_that_variables_are_told(text: str, names: list[str]):
    assert taken(text) == names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("y = x + 1", "add"),
        ("y = 1 - x", "sub"),
        ("y = -x", "neg"),
        ("y = x < 1", "less"),
        ("y = x[0]", "strided_slice"),
        ("y = x * 1", "mul"),
    ],
)
def test_operators_take_their_own_names(text: str, name: str):
    every = {"add", "sub", "neg", "less", "strided_slice", "mul"}
    assert every & set(taken(f"x = tf.zeros([2])\n{text}", Takes.OPERATION)) == {name}


@pytest.mark.parametrize(
    "text",
    [
        "y = len([1])",
        "y = [1].append(2)",
        "class B: pass\ny = B()",
        "def f(): pass\ny = f()",
        "import json\ny = json.loads('1')",
        "y = 3",
    ],
)
def test_what_is_no_tensorflow_takes_none(text: str):
    assert taken(text, Takes.OPERATION) == []


@pytest.mark.parametrize("text", ["y = f(1)", "import other\ny = other.f(1)", "y = x.f()"])
def test_what_is_not_known_may_take_any(text: str):
    assert "?" in taken(text, Takes.OPERATION)
