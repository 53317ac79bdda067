import ast
import subprocess
import sys
from pathlib import Path

import pytest

from migrate.parse.python2.conversion import converted
from migrate.parse.python2.futures import are_late
from migrate.parse.python2.results import Surroundings
from migrate.parse.python2.statements import has_print_statement
from migrate.parse.python2.words import may_be

PROGRAMS = Path(__file__).parent / "programs"
ALONE = Surroundings()


def is_python3(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


def python3(text: str, around: Surroundings = ALONE) -> str:
    """What becomes of a text, which must stay so when it is converted again."""
    is_looked_at = may_be(text) or not is_python3(text) or has_print_statement(ast.parse(text))
    assert is_looked_at or are_late(ast.parse(text))
    result = converted(text, around)
    after = text if result is None else result.text
    again = converted(after, around)
    assert again is None or again.text == after
    return after


def codes(text: str) -> list[str]:
    result = converted(text, ALONE)
    assert result is not None
    return [remark.code for remark in result.remarks if remark.code != "PY2003"]


@pytest.mark.parametrize("program", sorted(PROGRAMS.glob("*.py2")), ids=lambda path: path.stem)
def test_a_program_prints_what_it_printed_on_python_2(program, tmp_path):
    """The outputs were recorded with Python 2.7.18: `python2.7 basics.py2 > basics.out`."""
    script = tmp_path / "program.py"
    script.write_text(python3(program.read_text()))
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    recorded = program.with_suffix(".out").read_text()
    # `print x,` wrote its space before the next one.
    assert [line.rstrip() for line in done.stdout.split("\n")] == [
        line.rstrip() for line in recorded.split("\n")
    ]


def test_imports_from_the_future_stand_behind_one_string():
    text = '"""Whose it is."""\n\n"""What it does."""\n# Why.\nfrom __future__ import division\n\nx = 1 / 2\n'
    after = python3(text)
    compile(after, "program.py", "exec")
    assert after == (
        '"""Whose it is."""\n\nfrom __future__ import division\n"""What it does."""\n# Why.\n\nx = 1 / 2\n'
    )


CONVERTED = [
    ("print 'a', b", "print('a', b)"),
    ("print 'a',", "print('a', end=' ')"),
    ("print >>log, 'a'", "print('a', file=log)"),
    ("print ('%d') % n", "print(('%d') % n)"),
    ("print ('a'), b", "print(('a'), b)"),
    ("print ('a', b)\nexec code", "print(('a', b))\nexec(code)"),
    ("exec 'x = 1' in scope", "exec('x = 1', scope)"),
    ("x = `y`", "x = repr(y)"),
    ("raise ValueError, 'bad'", "raise ValueError('bad')"),
    ("raise E, V, T", "raise E(V).with_traceback(T)"),
    ("os.chmod(p, 0777)", "os.chmod(p, 0o777)"),
    ("n = 0xFFL", "n = 0xFF"),
    (r"x = ur'\d\u00e9'", r"x = '\\d\u00e9'"),
    ("x = ur'a'", "x = r'a'"),
    (r"print 'C:\Users\new', u'\u00e9'", r"print('C:\\Users\new', u'\u00e9')"),
    ("def f(a, (b, c)):\n    return c\n", "def f(a, packed):\n    (b, c) = packed\n    return c\n"),
    ("for i in xrange(3): pass", "for i in range(3): pass"),
    ("for k, v in d.iteritems(): pass", "for k, v in d.items(): pass"),
    ("x = d.iteritems()", "x = iter(d.items())"),
    ("x = [v for v in self.d.itervalues()]", "x = [v for v in self.d.values()]"),
    ("if d.has_key(k): pass", "if k in d: pass"),
    ("x = raw_input('?')", "x = input('?')"),
    ("print input('?')", "print(eval(input('?')))"),
    ("x = isinstance(s, basestring)", "x = isinstance(s, str)"),
    ("x = isinstance(s, (int, long))", "x = isinstance(s, int)"),
    ("x = sum(reduce(f, xs))", "from functools import reduce\nx = sum(reduce(f, xs))"),
    ("with file(p) as f: pass", "with open(p) as f: pass"),
    ("import cPickle as pickle", "import pickle"),
    ("import cPickle\nx = cPickle.dumps(1)", "import pickle\nx = pickle.dumps(1)"),
    ("import Queue, os\nq = Queue.Queue()", "import queue, os\nq = queue.Queue()"),
    (
        "import urllib\nurllib.urlretrieve(u, p)",
        "import urllib.request, urllib.parse, urllib.error\nurllib.request.urlretrieve(u, p)",
    ),
    ("import sys\nn = sys.maxint", "import sys\nn = sys.maxsize"),
    ("import string\nx = string.letters", "import string\nx = string.ascii_letters"),
    ("from itertools import izip\nfor a in izip(x, y): pass", "\nfor a in zip(x, y): pass"),
    ("import sys\nreload(sys)\nsys.setdefaultencoding('utf-8')\nx = 1\n", "import sys\nx = 1\n"),
    ("print\nfor i in xrange(3): print", "print()\nfor i in range(3): print()"),
    ("x = gen.next()", "x = gen.next()"),  # by itself no sign of Python 2
    ("print (a + b).next()", "print(next((a + b)))"),
    ("print d.iteritems().next()", "print(next(iter(d.items())))"),
    ("x = d.keys()[0]", "x = list(d.keys())[0]"),
    ("x = len(zip(a, b))", "x = len(list(zip(a, b)))"),
]


@pytest.mark.parametrize(("before", "after"), CONVERTED, ids=[before[:30] for before, _ in CONVERTED])
def test_python_2_becomes_python_3(before, after):
    assert python3(before) == after


PYTHON_3 = [
    "from six.moves import xrange\nfor i in xrange(3): pass",
    "try:\n    xrange\nexcept NameError:\n    xrange = range\nfor i in xrange(3): pass",
    "try:\n    import cPickle as pickle\nexcept ImportError:\n    import pickle\n",
    "import sys\nif sys.version_info[0] < 3:\n    text = unicode\nelse:\n    text = str\n",
    "import six\nif six.PY2:\n    input = raw_input\n",
    "from past.builtins import *\nfor i in xrange(long(3)): pass",
    "def f(unicode, file):\n    return unicode(file(1))",
    "for file in files:\n    file(1)",
    "x.unicode(long=1)\nself.xrange = 3\n",
    "from six.moves import urllib\nurllib.request.urlretrieve(u, p)",
    "import urllib.request\nurllib.request.urlopen(u)",
    "class D(dict):\n    def has_key(self, k): return 1\n\nD().has_key(1)",
    "class D:\n    def iteritems(self): return 1\n\nD().iteritems()",
    "class C:\n    def __bool__(self): return True\n    __nonzero__ = __bool__\n",
    "class C:\n    def __div__(self, o): return 1\n    __truediv__ = __div__\n",
    "class C:\n    def __iter__(self): return self\n    def next(self): return 1\n    __next__ = next\n",
    "print('a', end='')\nx = map(f, xs)\ny = d.keys()\nz = len(xs) / 2\n",
    "print('%d' % 3)\nzip(a, b)\n",
    "import repr_of_mine\nfrom mine import Queue\n",
    "print('a')\nprint\n",
    "import types\nx = types.NoneType, types.FunctionType\n",
]


@pytest.mark.parametrize("text", PYTHON_3, ids=[text[:30] for text in PYTHON_3])
def test_python_3_and_what_sees_to_both_stay_as_they_are(text):
    assert converted(text, ALONE) is None


def test_of_python_3_with_a_name_left_over_only_that_changes():
    text = "for i in xrange(3):\n    print(f'{i}')\nx = map(f, xs)\ny = len(xs) / 2\nz = input()\n"
    assert python3(text) == text.replace("xrange", "range")
    assert codes(text) == []


def test_tabs_alone_do_not_make_python_2_of_what_is_python_3():
    text = "if 1:\n        x = len(f'{y}') / 2\n\tz = map(f, x)\n"
    assert python3(text) == text.replace("\t", "        ")
    assert codes(text) == ["PY2002"]
    assert python3(text.replace("f'", "'")).count("//") == 1


def test_where_names_alone_tell_python_2_no_division_is_changed():
    text = "for i in xrange(3):\n    y = len(xs) / 2\nx = map(f, xs)\nz = input()\n"
    assert python3(text) == ("for i in range(3):\n    y = len(xs) / 2\nx = list(map(f, xs))\nz = input()\n")
    assert codes(text) == ["PY2103", "PY2104"]


NO_LIST = """\
print 0
for k in d.keys(): f(k)
for a, b in zip(x, y): f(a)
for i, (a, b) in enumerate(zip(x, y)): f(a)
s = [a for a in map(f, xs)]
s = sorted(d.items(), key=f)
s = dict(zip(x, y))
s = ', '.join(map(str, xs))
s = f(*map(g, xs))
a, b = map(int, s.split())
s = k in d.keys()
s = len(d.keys()) + len(range(3))
s = set(filter(f, xs)) | set(d.values())
s = np.array(range(3))
s = random.choice(range(3))
if not d.keys(): f()
xs.extend(map(f, ys))
train = optimizer.apply_gradients(zip(grads, variables))
"""


def test_no_list_is_made_of_what_only_elements_are_asked_of():
    assert python3(NO_LIST) == NO_LIST.replace("print 0", "print(0)")


LISTS = [
    "x = d.keys()",
    "return_value(range(3))",
    "x = range(3) + y",
    "x = map(f, xs)[0]",
    "map(f, xs)",
    "x = np.array(map(f, xs))",
    "x = d.items() or y",
    "x = zip(a, b) == c",
    "x = reversed(map(f, xs))",
    "x = {'a': filter(f, xs)}",
    "print d.values()",
    "for k in d.keys():\n    del d[k]",
    "for k, v in self.d.items():\n    self.d.pop(k)",
    "for a, b in zip(x, y):\n    x.append(b)",
]


@pytest.mark.parametrize("text", LISTS)
def test_a_list_is_made_where_the_program_could_tell(text):
    assert python3(f"print 0\n{text}\n").count("list(") == 1


def test_sum_of_a_map_is_a_list_where_numpy_may_have_brought_sum():
    assert "sum(list(map(f, xs)))" in python3("from numpy import *\nprint sum(map(f, xs))\n")
    assert "sum(map(f, xs))" in python3("print sum(map(f, xs))\n")


def test_an_iterator_of_python_2_is_one_of_both():
    text = "class C:\n\tdef __iter__(self):\n\t\treturn self\n\tdef next(self):\n\t\treturn 1\n"
    assert python3(text) == text.replace("def next", "def __next__") + "\n\n\tnext = __next__\n".removeprefix(
        "\n"
    )


def test_next_of_a_class_that_is_no_iterator_stays_and_is_told():
    text = "print data.next()\n"
    around = Surroundings(has_own_next=True)
    assert python3(text, around) == "print(data.next())\n"
    result = converted(text, around)
    assert result is not None
    assert "PY2104" in [remark.code for remark in result.remarks]


@pytest.mark.parametrize(
    "made", ["g = (x for x in y)", "g = iter(y)", "def f():\n    yield 1\n\ng = f()", "g = open(p)"]
)
def test_next_of_what_is_an_iterator_for_certain_changes_even_there(made):
    text = f"print 1\n{made}\ng.next()\n"
    around = Surroundings(has_own_next=True)
    assert python3(text, around) == f"print(1)\n{made}\nnext(g)\n"
    again = text.replace("g.next", "def h(g):\n    g.next")
    assert "g.next()" in python3(again, around)


def test_modules_beside_the_file_hide_those_of_the_library():
    around = Surroundings(siblings=frozenset({"Queue"}))
    assert (
        python3("print 1\nimport Queue\nimport cPickle\n", around)
        == "print(1)\nimport Queue\nimport pickle\n"
    )


def test_an_import_of_a_part_of_a_sibling_is_told():
    result = converted("print 1\nimport model.net\n", Surroundings(packaged=frozenset({"model"})))
    assert result is not None
    assert result.text == "print(1)\nimport model.net\n"
    assert [(one.code, one.line) for one in result.remarks if one.code != "PY2003"] == [("PY2104", 2)]


def test_imports_of_siblings_become_relative_where_they_have_to():
    around = Surroundings(frozenset({"model", "data"}), frozenset({"model"}))
    text = "print 1\nimport model\nfrom model import net\nimport os, sys\nimport data\n"
    assert python3(text, around) == (
        "print(1)\nfrom . import model\nfrom .model import net\nimport os, sys\nimport data\n"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("pickle.load(open(p))", "pickle.load(open(p, 'rb'))"),
        ('pickle.dump(x, open(p, "w"))', 'pickle.dump(x, open(p, "wb"))'),
        ("with open(p) as f:\n    x = pickle.load(f)", "with open(p, 'rb') as f:\n    x = pickle.load(f)"),
        ("with open(p) as f:\n    x = pickle.load(f), f.read()",) * 2,
        ("pickle.load(open(p, mode))",) * 2,
    ],
)
def test_files_of_pickles_are_opened_as_bytes(before, after):
    assert python3(f"import pickle\nprint 1\n{before}\n") == f"import pickle\nprint(1)\n{after}\n"


@pytest.mark.parametrize(
    "text",
    [
        "x = cmp(a, b)",
        "xs.sort(cmp=f)",
        "x = sorted(xs, f)",
        "x = round(y)",
        "x = map(None, a, b)",
        "import string\nx = string.maketrans(a, b)",
        "from StringIO import StringIO",
        "import pickle\nx = pickle.load(f)",
        "x = s.encode('hex')",
        "class C:\n    def __cmp__(self, other): return 0",
    ],
)
def test_what_cannot_be_mended_is_told(text):
    assert codes(f"print 1\n{text}\n") == ["PY2104"]


def test_the_parse_tables_find_another_place_where_the_cache_cannot_be_written(monkeypatch, tmp_path):
    import fissix

    from migrate.parse.python2.tables import find_a_place

    (tmp_path / "file").write_text("")
    monkeypatch.setattr(fissix, "CACHE_DIR", tmp_path / "file" / "cache")
    find_a_place()
    assert tmp_path / "file" / "cache" != fissix.CACHE_DIR


def test_every_old_module_but_one_is_looked_for():
    """`repr` is in most files, as the function."""
    from fissix.fixes.fix_imports import FixImports
    from fissix.fixes.fix_imports2 import FixImports2

    modules = {*FixImports.mapping, *FixImports2.mapping, "urllib", "urllib2"} - {"repr"}
    assert [module for module in modules if not may_be(f"import {module}\n")] == []
    assert not may_be("import os\nfor i in range(3):\n    print(repr(i))\n")
