"""How the work of a rewrite grows with a program, counted in calls of functions: no clock is asked."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from migrate.pipeline import migrate

_BEGIN = """import tensorflow as tf
x = tf.placeholder(tf.float32, [])
w = tf.Variable(1.0)
"""
_END = """
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
  sess.run(tf.global_variables_initializer())
  print(sess.run([loss, train], {x: 1.0})[0])
"""
# A program that keeps its session, which a library is given: all other ways to write the program are tried.
_KEPT = """
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
  sess.run(tf.global_variables_initializer())
  print(sess.run([loss, train], {x: 1.0})[0])
  library.show(sess)
"""


def statements(count: int) -> str:
    return _BEGIN + "loss = w * x\n" + "".join(f"loss = loss + {i}.0\n" for i in range(count)) + _END


def operations(count: int) -> str:
    made = "".join("loss = tf.add(loss, 1.0)\n" for _ in range(count))
    return f"import library\n{_BEGIN}loss = w * x\n{made}{_KEPT}"


def functions(count: int) -> str:
    made = "".join(f"def f{i}(a):\n  b = a + {i}.0\n  return b * 2.0\n" for i in range(count))
    return _BEGIN + made + "loss = f0(w * x)\n" + _END


def nested_loops(count: int) -> str:
    headers = "".join(f"{'  ' * i}for i{i} in range(1):\n" for i in range(count))
    return f"{_BEGIN}loss = w * x\n{headers}{'  ' * count}loss = loss + 1.0\n{_END}"


def layers_of_a_class(count: int) -> str:
    methods = "".join(f"  def layer{i}(self, a):\n    return a * {i}.0\n" for i in range(count))
    calls = "".join(f"    a = self.layer{i}(a)\n" for i in range(count))
    build = f"  def build(self, a):\n{calls}    return a\n"
    return f"{_BEGIN}class Net:\n{methods}{build}loss = Net().build(w * x)\n{_END}"


def values_of_a_library(count: int) -> str:
    """Each is computed of two before it, so that there are as many ways back as leaves of a tree."""
    values = "".join(
        "values = np.add(np.abs(values), np.negative(values)).astype(int)\n" for _ in range(count)
    )
    estimator = "classifier = tf.estimator.Estimator(print)\n"
    return f"{_BEGIN}import numpy as np\n{estimator}values = np.zeros(3)\n{values}loss = w * x\n{_END}"


def names_from_other_objects(count: int) -> str:
    """Each class names its variable by what the one before it has, under an attribute that all have."""
    classes = "".join(
        f"class C{i}:\n  def __init__(self, name):\n    self.name = name\n"
        f"  def build(self):\n    b = tf.Variable(0.0, name=self.name + '_{i}')\n"
        f"    return b + C{i + 1}(self.name).build()\n"
        for i in range(count)
    )
    last = f"class C{count}:\n  def __init__(self, name):\n    self.name = name\n"
    last += "  def build(self):\n    return 0.0\n"
    return f"{_BEGIN}{classes}{last}loss = w * x + C0('b').build()\n{_END}"


def calls_in_loops(count: int) -> str:
    """Each function calls the next in a loop, so that there are as many ways as leaves of a tree."""
    made = "".join(
        f"def f{i}(sess):\n  total = 0.0\n  for _ in range(2):\n    total += f{i + 1}(sess)\n"
        f"    total += f{i + 1}(sess)\n  return total\n"
        for i in range(count)
    )
    last = f"def f{count}(sess):\n  return sess.run(loss, {{x: 1.0}})\n"
    return f"{_BEGIN}loss = w * x\n{made}{last}{_END}  print(f0(sess))\n"


def names_of_a_session(count: int) -> str:
    """Each branch gives the session that the one before it named another name."""
    names = "".join(f"if len('a'):\n  s{i + 1} = s{i}\nelse:\n  s{i + 1} = s{i}\n" for i in range(count))
    begin = f"{_BEGIN}loss = w * x\nother = tf.Session()\nother.close()\ns0 = tf.Session()\n"
    end = f"s{count}.run(tf.global_variables_initializer())\nprint(s{count}.run(loss, {{x: 1.0}}))\n"
    return begin + names + end


@contextmanager
def counted() -> Iterator[list[int]]:
    """Counts the calls of Python functions."""
    calls = [0]

    def count(frame: object, event: str, argument: object) -> None:
        calls[0] += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield calls
    finally:
        sys.setprofile(before)


def networks(count: int) -> dict[str, str]:
    """A file for each network, one that chooses among them, and programs that train and evaluate one."""
    files = {
        f"net{i}.py": "import tensorflow as tf\ndef build(a):\n  with tf.variable_scope('net'):\n"
        f"    a = tf.multiply(a, {i}.0)\n    return tf.add(a, tf.get_variable('b', []))\n"
        for i in range(count)
    }
    imports = "".join(f"import net{i}\n" for i in range(count))
    table = ", ".join(f"'net{i}': net{i}.build" for i in range(count))
    files["choice.py"] = f"{imports}NETS = {{{table}}}\ndef net(name):\n  return NETS[name]\n"
    build = "import sys\nimport library\nimport choice\nloss = w * choice.net(sys.argv[1])(x)\n"
    return files | dict.fromkeys(("train.py", "evaluate.py"), _BEGIN + build + _KEPT)


def calls_for(program: str | dict[str, str], folder: Path) -> int:
    """The calls that a rewrite makes of a program in one file, or in several."""
    folder.mkdir()
    for name, text in ({"train.py": program} if isinstance(program, str) else program).items():
        (folder / name).write_text(text, encoding="utf-8")
    with counted() as calls:
        outcome = migrate([folder])
    assert [program.tier for unit in outcome.units for program in unit.programs] != [None]
    return calls[0]


@pytest.mark.by_day(one_in=3)
@pytest.mark.parametrize(
    ("program", "small", "most"),
    [
        (statements, 60, 2.3),
        pytest.param(statements, 240, 2.3, marks=pytest.mark.nightly),
        (operations, 120, 2.0),
        (functions, 60, 2.3),
        (nested_loops, 5, 2.0),
        (layers_of_a_class, 30, 2.6),
        (values_of_a_library, 3, 2.0),
        (names_from_other_objects, 8, 2.6),
        (calls_in_loops, 8, 2.0),
        (networks, 6, 2.0),
        (names_of_a_session, 6, 2.3),
    ],
)
def test_twice_the_program_is_not_much_more_than_twice_the_work(
    tmp_path: Path, program: Callable[[int], str | dict[str, str]], small: int, most: float
) -> None:
    calls_for(program(2), tmp_path / "first")  # tables are read once
    first = calls_for(program(small), tmp_path / "small")
    second = calls_for(program(2 * small), tmp_path / "large")
    assert second <= most * first
