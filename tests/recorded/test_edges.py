"""The dependences that small programs are seen to have."""

import textwrap

import pytest

from tests.campaign.workers import Lost
from tests.metamorphic.subjects import Subject

from .__main__ import reports
from .run import Report


def report(text: str, **others: str) -> Report:
    """What is seen of a program, with other modules of its own."""
    files = {"train.py": textwrap.dedent(text)} | {f"{name}.py": other for name, other in others.items()}
    ((_, found),) = reports([Subject("", files, "train.py")])
    assert not isinstance(found, Lost)
    assert found.ended == ""
    return found


def edges(text: str, **others: str) -> set[tuple[str, str, str]]:
    """Of each edge what it is, and both lines."""

    def line(place: str) -> str:
        return place.partition(" ")[0].removeprefix("train.py:")

    return {(one.what, line(one.writer), line(one.reader)) for one in report(text, **others).edges}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("n = 1\ndef f():\n    return n\nf()", ("name n", "1", "3")),
        ("def f():\n    global n\n    n = 2\nf()\nprint(n)", ("name n", "3", "5")),
        ("def f():\n    n = 1\n    return lambda: n\nf()()", ("name n", "2", "3")),
        ("def f():\n    n = 1\n    def g():\n        nonlocal n\n        n += 1\n    g()\n    return n\nf()",
         ("name n", "5", "7")),
        ("class A:\n    n = 1\nA().n", ("field n", "2", "3")),
        ("class A:\n    pass\na = A()\na.n = 1\nb = a\nb.n", ("field n", "4", "6")),
        ("a = [1]\nb = a\nb.append(2)\na[1]", ("field [1]", "3", "4")),
        ("a = [1]\nb = a.append\nb(2)\nlen(a)", ("field []", "3", "4")),
        ("a = {}\na['x'] = 1\na['y'] = 2\na['x']", ("field ['x']", "2", "4")),
        ("a = [1]\ndef f(b):\n    return b[0]\nf(a)", ("field [0]", "1", "3")),
        ("a = [1, 2]\nb = iter(a)\nnext(b)\nnext(b)", ("field <state>", "3", "4")),
        ("a = [1, 2]\nb = iter(a)\nlist(b)", ("field []", "1", "3")),
        ("import numpy as np\na = np.zeros(3)\nb = a[1:]\nb[0] = 1\nprint(a)", ("field []", "4", "5")),
        ("import os\nos.environ['A'] = '1'\nos.environ.get('A')", ("field ['A']", "2", "3")),
        ("import other\nother.n = 1\nother.f()", ("name n", "2", "other.py:3")),
        ("from other import n\nn", ("name n", "other.py:1", "1")),
    ],
)  # fmt: skip
def test_what_is_read_and_written(text: str, expected: tuple[str, str, str]):
    assert expected in edges(text, other="n = 0\ndef f():\n    return n\n")


@pytest.mark.parametrize(
    ("text", "function", "caller"),
    [
        ("def f():\n    pass\nf()", 1, 3),
        ("f = lambda: 1\nf()", 1, 2),
        ("def f():\n    yield 1\na = f()\nnext(a)", 1, 4),
        ("a = (b for b in [1])\nlist(a)", 1, 2),
        ("class A:\n    def __init__(self):\n        pass\nA()", 2, 4),
        ("class A:\n    @property\n    def b(self):\n        return 1\na = A()\na.b", 3, 6),
        ("def f(n):\n    return n\nlist(map(f, [1]))", 1, 3),
        ("class A:\n    def __enter__(self):\n        pass\n    def __exit__(self, *error):\n        pass\n"
         "with A():\n    pass", 4, 6),
    ],
)  # fmt: skip
def test_what_is_called(text: str, function: int, caller: int):
    assert ("call", str(function), str(caller)) in edges(text)


def test_storing_an_item_is_no_storing_of_the_name():
    found = edges("a = [0]\ndef f():\n    return a\na[0] = 1\nf()")
    assert ("name a", "1", "3") in found
    assert not any(what == "name a" and writer == "4" for what, writer, _ in found)


def test_what_is_written_again_is_not_read():
    found = edges("a = [0, 0]\na[0] = 1\na[0] = 2\na[1] = 3\na[0]")
    assert {(writer, reader) for what, writer, reader in found if what.startswith("field")} == {("3", "5")}


def test_attributes_are_told_under_their_names_in_classes_whose_objects_own_a_session():
    found = edges(
        """
        import tensorflow as tf
        class Net:
            def __init__(self):
                self.w = tf.Variable(1.0)
                self.loss = tf.square(self.w)
                self.sess = tf.Session()
            def train(self):
                return self.sess.run(self.loss)
        net = Net()
        net.sess.run(tf.global_variables_initializer())
        net.train()
        """
    )
    assert ("field loss", "6", "9") in found


def test_a_program_does_the_same():
    found = report(
        """
        class A(Exception):
            __hidden = 1
            def f(self, *args, b=2, **others):
                try:
                    yield from (one for one in args if one)
                    raise A
                except A as error:
                    yield error.__hidden
                finally:
                    others['c'] += 1
        out = []
        for n, (a, *rest) in enumerate([(1, 2), (3, 4, 5)]):
            out += [a, *rest, f'{n!r:>3} {rest[-1]}']
        given = dict(c=1)
        found = list(A().f(*out[:2], **given))
        if (total := sum(x for x in found)) > 3 and not out[2:2]:
            out[1:2], out[0] = [total], -1
        del out[2]
        assert out == [-1, 4, 3, 4, 5, '  1 5'], out
        """
    )
    assert len(found.edges) > 10
