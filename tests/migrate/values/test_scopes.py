"""Which scope a name belongs to, and what a class or a module says of names."""

import ast

import pytest

from migrate.values.scopes import bound_at_once, mentioned
from tests.migrate.values.program import Parsed
from tests.migrate.values.test_library_calls import named


def test_the_names_that_a_class_surely_has():
    text = """class A:
    b = c = 1
    d.e = 2
    async def f(self): pass
    def g(self): pass
    class H: pass
    if b:
        i = 3
    c: int = 4
    j = 5
    del j
    del k.l
"""
    (found,) = ast.parse(text).body
    assert isinstance(found, ast.ClassDef)
    assert bound_at_once(found) == {"b", "c", "f", "g", "H"}
    assert bound_at_once(found) is bound_at_once(found)


def test_what_a_module_mentions():
    text = """class A:
    @property
    def b(self): pass
    @b.setter
    def b(self, c): pass
    @d
    def e(self): pass
def f():
    global g
    h = __name__
    del i.j
    i.k = 1
    del m
"""
    found = mentioned(ast.parse(text))
    assert found.declared_global == {"g"}
    assert found.deleted == {"j"}
    assert found.set_by_methods == {"b"}
    assert found.methods == {"b", "e", "f", "__name__"}


# The last statement changes the list [1].
FOUND = [
    "a = [1]\nclass B:\n    a = [2]\n    def f(self):\n        a.append(3)\nB().f()",
    "class B:\n    a = [1]\n    a.append(3)",
    "a = [1]\nclass B:\n    def f(self):\n        a.append(3)\n    f(3)",
    "a = [2]\ndef f(a):\n    a.append(3)\nf([1])",
    "a = [2]\ndef f(*, a=[1]):\n    a.append(3)\nf()",
    "a = [2]\ndef f(*a):\n    a[0].append(3)\nf([1])",
    "a = [2]\ndef f(**a):\n    a['b'].append(3)\nf(b=[1])",
    "a = [2]\ndef f():\n    a = [1]\n    def g():\n        a.append(3)\n    g()\n    return a\nf()",
    "a = [1]\ndef f():\n    global a\n    a.append(3)\nf()",
    "def f():\n    global a\n    a = [1]\nf()\na.append(3)",
    "def f():\n    a = 2\n    def g():\n        nonlocal a\n        a = [1]\n    g()\n    a.append(3)\nf()",
    "a = [1]\nb = [a.append(a) for a in a]\na.append(3)",
    "a = [1]\n[a for a in [2]]\na.append(3)",
    "a = [1]\nb = [c.append(3) for c in [a]]",
    "a = [1]\nb = {c.append(3): d.append(4) for c, d in [(a, [])]}",
    "a = [1]\nb = lambda a=a: a.append(3)\nb()",
    "a = [1]\n@lambda f: a.append(3)\ndef f(): pass",
    "a = [1]\ndef f(b=a.append(3)): pass",
    "a = [1]\ndef f(*, b=a.append(3)): pass",
    "a = [1]\ndef f(b: a.append(3)): pass",
    "a = [1]\ndef f() -> a.append(3): pass",
    "a = [1]\nclass B(a.append(3) or object): pass",
    "a = [1]\n@lambda c: a.append(3)\nclass B: pass",
    "import other as a\na = [1]\na.append(3)",
    "a = [1]\nfor a in [a]:\n    a.append(3)",
    "with open('b') as b:\n    a = [1]\n    a.append(3)",
    "a = [1]\nif (b := a):\n    b.append(3)",
    "try: f()\nexcept E as a: pass\na = [1]\na.append(3)",
    "match [[1]]:\n    case [a]:\n        a.append(3)",
    "match {'k': [1]}:\n    case {'k': a}:\n        a.append(3)",
    "match [[1]]:\n    case [*a]:\n        a[0].append(3)",
    "match [1]:\n    case a:\n        a.append(3)",
]


@pytest.mark.parametrize("text", FOUND)
def test_a_name_is_that_of_the_scope_that_binds_it(text: str):
    program = Parsed(text)
    statements = [one for one in ast.walk(program.tree.body[-1]) if isinstance(one, ast.stmt)]
    lists = {named(one) for one in program.effects.of(statements).writes}
    assert "[1]" in lists
    assert "[2]" not in lists
