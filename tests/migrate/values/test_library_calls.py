"""What calls of libraries, methods of containers and special methods change: that, and nothing else."""

import ast
import re

import pytest

from migrate.model.objects import Cell, Field, Location, Made
from tests.migrate.values.program import Parsed


class Last(Parsed):
    """A program, of which the last statement is asked."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.statement = self.tree.body[-1]
        self.inside = [one for one in ast.walk(self.statement) if isinstance(one, ast.stmt)]
        self.touched = self.effects.of(self.inside)

    @property
    def written(self) -> set[str]:
        return {named(one) for one in self.touched.writes}

    @property
    def read(self) -> set[str]:
        return {named(one) for one in self.touched.reads}


def named(location: Location) -> str:
    """What made an object, or the name of a variable or of a part of a library."""
    if isinstance(location, Cell):
        return location.name
    if isinstance(location, Field) and isinstance(location.object, Made):
        node = location.object.node
        return node.name if isinstance(node, ast.ClassDef) else ast.unparse(node)
    return getattr(location.object, "name", "") or getattr(getattr(location.object, "node", None), "name", "")


RECORD = "from collections import namedtuple\n"
# The last statement changes just these.
WRITTEN = [
    # Functions that change what they are given.
    ("import random\na = [[1], [2]]\nrandom.shuffle(a)\na[0].append(3)", {"[1]", "[2]"}),
    ("import random\na = [1]\nrandom.shuffle(a)", {"[1]", "random"}),
    ("import random\na = [1]\nr = random.Random(1)\nr.shuffle(a)", {"[1]", "random.Random(1)"}),
    ("import random\na = [1]\nr = random.Random(1)\nr.choice(a)", {"random.Random(1)"}),
    ("import random\na = [[1], [2]]\nr = random.Random(1)\nr.shuffle(a)\na[0].append(3)", {"[1]", "[2]"}),
    ("import heapq\na, b = [1], [2]\nheapq.heappush(a, 3)", {"[1]"}),
    ("import heapq\na, b = [], [2]\nheapq.heappush(a, b)\na[0].append(3)", {"[2]"}),
    ("import numpy as np\na, b = np.zeros(3), np.ones(3)\nnp.add(b, b, a)", {"np.zeros(3)"}),
    ("import numpy as np\na, b = np.zeros(3), np.ones(3)\nnp.add(b, b, out=a)", {"np.zeros(3)"}),
    ("import numpy as np\na, b = np.zeros(3), np.ones(3)\nnp.add(b, b)", set()),
    ("import numpy as np\na, b = np.zeros(3), np.ones(3)\nnp.exp(b, a)", {"np.zeros(3)"}),
    ("import numpy as np\na, b = np.zeros(3), np.ones(3)\nnp.clip(b, 0, 1, a)", {"np.zeros(3)"}),
    ("import numpy as np\na, b = np.zeros(3), np.ones(3)\nb.sum(out=a)", {"np.zeros(3)"}),
    ("import numpy as np\na, b = np.zeros(3), np.ones(3)\nnp.add.at(a, 0, b)", {"np.zeros(3)"}),
    ("import numpy as np\na, b = np.zeros(3), np.ones(3)\nnp.copyto(a, 3)", {"np.zeros(3)"}),
    ("import numpy as np\na = np.zeros(3)\nnp.ndarray.sort(a)", {"np.zeros(3)"}),
    ("import numpy as np\na = np.zeros(3)\na.sort()", {"np.zeros(3)"}),
    ("import numpy as np\na = np.zeros(3)\na.fill(1)", {"np.zeros(3)"}),
    ("import numpy as np\na = np.zeros(3)\nnp.sort(a)", set()),
    ("import numpy as np\na = np.zeros(3)\nnp.nan_to_num(a, copy=False)", {"np.zeros(3)"}),
    ("import numpy as np\na = np.zeros(3)\nnp.nan_to_num(a, copy=True)", set()),
    ("import numpy as np\na = np.zeros(3)\nnp.nan_to_num(a)", set()),
    ("import operator\na, b = [1], [2]\noperator.iadd(a, b)", {"[1]"}),
    ("import operator\na, b = [1], [2]\noperator.setitem(a, 0, b)", {"[1]"}),
    ("import operator\na, b = [1], [2]\noperator.indexOf(a, 1)", set()),
    ("import cv2\na = [1]\ncv2.line(a, 1, 2, 3)", {"[1]"}),
    ("import cv2\na = [1]\ncv2.resize(a, 1)", set()),
    ("import cv2\na, b = [1], [2]\ncv2.blur(a, 3, dst=b)", {"[2]"}),
    # Functions of the program that are given several.
    ("a = [[1]]\ndef f(*b):\n    b[0].append(2)\nf(*a)", {"[1]"}),
    ("a = [1]\ndef f(b, *c):\n    c[0].append(2)\nf([3], a)", {"[1]"}),
    # What they give.
    ("a = [1]\nb = sum([[a]], [])\nb[0].append(2)", {"[1]"}),
    ("a = [1]\nb = sum([[a]], [])\nb.append(2)", {"[a]", "[]", "sum([[a]], [])"}),
    ("a = [[1]]\nb = sum(a)\nb.append(2)", {"[1]"}),
    ("a, b = [1], [2]\nc = max(a, b)\nc.append(3)", {"[1]", "[2]"}),
    ("a, b = [1], [2]\nc = max(3, b, key=a)\nc.append(3)", {"[2]"}),
    ("a, b = [1], [2]\nc = next(iter([a]), b)\nc.append(3)", {"[1]", "[2]"}),
    ("a = [1]\nb = dict(k=a)\nb['k'].append(2)", {"[1]"}),
    ("a = [1]\nb = dict(k=a, j=[3])\nb['j'].append(2)", {"[3]"}),
    ("a = [1]\nb = dict([('k', a)])\nb['k'].append(2)", {"[1]"}),
    ("a = [1]\nb = dict({'k': a, 'j': [3]})\nb['k'].append(2)", {"[1]"}),
    ("a = [1]\nb = dict({'k': a})\nb['j'] = 3", {"dict({'k': a})"}),
    ("k = (1, [2])\na = dict([(k, 3)])\nfor c in a:\n    c[1].append(4)", {"[2]"}),
    ("import copy\na = [[1]]\nb = copy.copy(a)\nb.append(2)", {"copy.copy(a)"}),
    ("import copy\na = [[1]]\nb = copy.copy(a)\nb[0].append(2)", {"[1]"}),
    ("import copy\na = {'k': [1], 'j': [2]}\nb = copy.copy(a)\nb['k'].append(2)", {"[1]"}),
    ("a = [[1]]\nb = sorted(a, key=len)\nb.append(2)", {"sorted(a, key=len)"}),
    ("a = [[1]]\nb = tuple(a)\nb[0].append(2)", {"[1]"}),
    ("a, b = [[1]], [[2]]\nfor c, d in zip(a, b):\n    d.append(3)", {"[2]", "zip(a, b)"}),
    ("a, b = [[1]], [[2]]\nfor c, d in zip(a, b, strict=True):\n    d.append(3)", {"[1]", "[2]"}),
    ("a = [[1]]\nfor i, c in enumerate(a):\n    c.append(3)", {"[1]", "enumerate(a)"}),
    (
        "import itertools\nfor k, g in itertools.groupby([[1]], len):\n    for c in g:\n        c.append(2)",
        {"[1]"},
    ),
    (
        "import itertools\na, b = [[1]], [[2]]\nfor c in itertools.chain(a, b):\n    c.append(3)",
        {"[1]", "[2]"},
    ),
    ("import itertools\nfor c in itertools.chain.from_iterable([[[1]]]):\n    c.append(3)", {"[1]"}),
    ("import itertools\nc = itertools.count()\nnext(c)", {"itertools.count()"}),
    ("class B:\n    c = [1]\nb = B()\ntype(b).c.append(2)", {"[1]"}),
    ("class B:\n    pass\nb = B()\nvars(b)['c'] = [1]\nb.c.append(2)", {"[1]"}),
    ("class B:\n    pass\nb = B()\nb.__dict__.update(c=[1])\nb.c.append(2)", {"[1]"}),
    ("a = [1]\nglobals()['a'].append(2)", {"[1]"}),
    ("a = [1]\nglobals().get('a').append(2)", {"[1]"}),
    ("a = [1]\nname = input()\nglobals()[name].append(2)", {"[1]"}),
    ("a = [1]\nvars()['a'].append(2)", {"[1]"}),
    ("def f():\n    a = [1]\n    locals()['a'].append(2)\n    return a\nf()", {"[1]"}),
    # Named tuples.
    (
        RECORD + "B = namedtuple('B', 'c d')\nb = B([1], [2])\nb.d.append(3)",
        {"[2]"},
    ),
    (
        RECORD + "B = namedtuple('B', ['c', 'd'])\nb = B([1], [2])\nb.c.append(3)",
        {"[1]"},
    ),
    (
        RECORD + "B = namedtuple('B', 'c, d')\nb = B(d=[1], c=[2])\nb.d.append(3)",
        {"[1]"},
    ),
    (
        RECORD + "B = namedtuple('B', 'c d')\nb = B([1], 2)\nb[0].append(3)",
        {"[1]"},
    ),
    (
        RECORD + "B = namedtuple('B', 'c d')\nb = B([1], 2)\nc, d = b\nc.append(3)",
        {"[1]"},
    ),
    (
        RECORD + "B = namedtuple('B', 'c d')\nb = B(1, 2)._replace(d=[2])\nb.d.append(3)",
        {"[2]"},
    ),
    (
        RECORD + "B = namedtuple('B', 'c')\nb = B([1])._asdict()\nb['c'].append(3)",
        {"[1]"},
    ),
    (
        RECORD + "a = [[1]]\nB = namedtuple('B', 'c')\nb = B(*a)\nb.c.append(3)",
        {"[1]"},
    ),
    # Methods of containers.
    ("a = {'j': [3]}\na.setdefault('k', [1])\na['j'].append(2)", {"[3]"}),
    ("a = {'j': [3]}\na.setdefault('k', [1])\na['k'].append(2)", {"[1]"}),
    ("a = {}\nb = a.setdefault('k', [1])\nb.append(2)", {"[1]"}),
    ("k = (1, [2])\na = {}\na.setdefault(k, 3)\nfor c in a:\n    c[1].append(4)", {"[2]"}),
    ("a = {'k': [1], 'j': [2]}\nb = a.pop('k')\nb.append(3)", {"[1]"}),
    ("a = {'k': [1]}\nb = a.pop('k', [2])\nb.append(3)", {"[1]", "[2]"}),
    ("a = {'k': [1], 'j': [2]}\na.pop('k')", {"{'k': [1], 'j': [2]}"}),
    ("k = (1, [2])\na = {k: [3]}\nb, c = a.popitem()\nc.append(4)", {"[3]"}),
    ("k = (1, [2])\na = {k: [3]}\nb, c = a.popitem()\nb[1].append(4)", {"[2]"}),
    ("a = {}\na.update({'k': [1]})\na['k'].append(2)", {"[1]"}),
    ("k = (1, [2])\na = {}\na.update({k: 3})\nfor c in a:\n    c[1].append(4)", {"[2]"}),
    ("a = []\na.insert(0, [1])\na[0].append(2)", {"[1]"}),
    ("a = [[1], [2]]\na.sort(key=len)\na[0].append(3)", {"[1]", "[2]"}),
    ("a, b = [1], [[2]]\nb.sort(key=lambda c: a.append(c))", {"[1]", "[[2]]"}),
    ("a = [1]\nb = {}.get('k', a)\nb.append(2)", {"[1]"}),
    ("a = {'k': [1], 'j': [2]}\nb = a.get('k')\nb.append(3)", {"[1]"}),
    ("k = (1, [2])\nfor c in {k: [3]}.keys():\n    c[1].append(4)", {"[2]"}),
    ("k = (1, [2])\nfor c in {k: [3]}.values():\n    c.append(4)", {"[3]"}),
    ("k = (1, [2])\nfor c, d in {k: [3]}.items():\n    c[1].append(4)", {"[2]"}),
    ("k = (1, [2])\nfor c, d in {k: [3]}.items():\n    d.append(4)", {"[3]"}),
    ("a = [[1]]\nb = a.copy()\nb.append(2)", {"a.copy()"}),
    ("a = {1}\nb = a.union([2])\nb.add(3)", {"a.union([2])"}),
    ("a = [[1], [2]]\na[0:1] = [[3]]\na[0].append(4)", {"[1]", "[2]", "[3]"}),
    ("a = [[1], [2]]\ndel a[0]\na[0].append(4)", {"[1]", "[2]"}),
    ("a = [[1], [2]]\na[0] = [3]\na[1].append(4)", {"[2]"}),
    ("a = {'k': [1], 'j': [2]}\ndel a['k']\na['j'].append(4)", {"[2]"}),
    # Streams and queues.
    ("import queue\nq = queue.Queue()\nq.put([1])\nb = q.get()\nb.append(2)", {"[1]", "q.get()"}),
    ("import queue\nq = queue.Queue()\na = [1]\nq.put(a)", {"queue.Queue()"}),
    # Code that is not known.
    ("import other\na = [1]\nb = other.B()\nb.keep(a)", {"[1]", "other.B()"}),
    ("import other\na = [1]\nb = other.B()\nb.keep(a)\nb.get().append(2)", {"[1]", "other.B()", "b.get()"}),
    ("import other\na, b = [1], [2]\nother.f(a)\nother.f(b)", {"[2]"}),
    ("import other\na, b = [1], [2]\nother.f(a, b)\na[0].append(3)", {"[1]", "[2]"}),
    # Parsers set the attributes of what they are given.
    (
        "import argparse\nclass N:\n    pass\nn = N()\np = argparse.ArgumentParser()\np.parse_args([], n)",
        {"N()"},
    ),
]


@pytest.mark.parametrize(("text", "written"), WRITTEN)
def test_what_the_last_statement_changes(text: str, written: set[str]):
    found = Last(text).written
    assert {one for one in found if one in written or re.fullmatch(r"\[\d\]", one)} == written


SPECIAL = [
    *(("__add__", "b + 1"), ("__radd__", "1 + b"), ("__iadd__", "b += 1"), ("__matmul__", "b @ 1")),
    *(
        ("__neg__", "-b"),
        ("__invert__", "~b"),
        ("__lt__", "b < 1"),
        ("__gt__", "1 < b"),
        ("__eq__", "b == 1"),
    ),
    *(
        ("__ne__", "b != 1"),
        ("__contains__", "1 in b"),
        ("__contains__", "1 not in b"),
        ("__eq__", "b in [1]"),
    ),
    *(("__bool__", "not b"), ("__bool__", "1 if b else 2"), ("__len__", "b and 1"), ("__len__", "len(b)")),
    *(("__bool__", "while b: break"), ("__bool__", "if b: pass"), ("__bool__", "assert b")),
    *(
        ("__iter__", "for c in b: pass"),
        ("__iter__", "[*b]"),
        ("__iter__", "c, d = b"),
        ("__iter__", "list(b)"),
    ),
    *(
        ("__getitem__", "b[0]"),
        ("__getitem__", "b[0:1]"),
        ("__setitem__", "b[0] = 1"),
        ("__delitem__", "del b[0]"),
    ),
    *(("__call__", "b()"), ("__enter__", "with b: pass"), ("__exit__", "with b: pass")),
    *(("__getattr__", "b.c"), ("__setattr__", "b.c = 1"), ("__str__", "f'{b}'"), ("__str__", "str(b)")),
    *(
        ("__str__", "print(b)"),
        ("__repr__", "repr(b)"),
        ("__str__", "'%s' % b"),
        ("__str__", "'{}'.format(b)"),
    ),
    *(("__int__", "int(b)"), ("__float__", "float(b)"), ("__abs__", "abs(b)"), ("__lt__", "sorted([b, b])")),
    *(
        ("__lt__", "max(b, b)"),
        ("__eq__", "[b].remove(1)"),
        ("__eq__", "[b].index(1)"),
        ("__next__", "next(b)"),
    ),
]


@pytest.mark.parametrize(("method", "use"), SPECIAL)
def test_what_calls_a_special_method(method: str, use: str):
    made = f"class B:\n    def {method}(self, *o):\n        a.append(2)\n        return o\n"
    text = f"a = [1]\n{made}b = B()\n{use}"
    assert "[1]" in Last(text).written
    assert "[1]" not in Last(text.replace("a.append(2)", "pass")).written
