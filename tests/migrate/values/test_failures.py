"""Which exceptions the values of small programs may raise."""

import pytest

from tests.migrate.values.program import Parsed

START = (
    "import json\nimport other\nimport math\nimport numpy as np\nimport random\nimport tensorflow as tf\n"
    "n = len('abc')\nlines = open('x').readlines()\nd = {'a': 1}\ne = [1, 2]\nt = tf.zeros([3])\n"
)


@pytest.mark.parametrize(
    ("statement", "fails"),
    [
        ("int(open('x').read())", {"ValueError", "Exception"}),
        ("float(n)", {"ValueError"}),
        ("int(len(e))", set()),
        ("int(len(e) / 2 - 1)", set()),
        ("int(3)", set()),
        ("int(n - 1)", set()),
        ("int(n / 2)", set()),
        ("int(2 * n)", set()),
        ("int(n * 2)", {"ValueError"}),
        ("int(n + 1)", {"ValueError"}),
        ("int('%d' % n)", {"ValueError"}),
        ("int(-n)", set()),
        ("int(len(e) + n)", set()),
        ("np.r_[n]", set()),
        ("other.table['a']", {"LookupError"}),
        ("globals()['z']", {"KeyError"}),
        ("int('3')", {"ValueError"}),
        ("max(e)", {"ValueError"}),
        ("max(n, 1)", set()),
        ("sorted(e)", set()),
        ("json.loads('1')", {"Exception"}),
        ("np.sum(e)", set()),
        ("np.load('x')", {"Exception"}),
        ("random.random()", set()),
        ("random.choice(e)", {"Exception"}),
        ("math.ceil(1.5)", set()),
        ("math.log(0.0)", {"Exception"}),
        ("tf.abs(t)", set()),
        ("tf.gfile.Open('x')", {"Exception"}),
        ("tf.compat.v1.gfile.Open('x')", {"Exception"}),
        ("ValueError('x')", set()),
        ("e.index(3)", {"ValueError"}),
        ("e.pop()", {"LookupError"}),
        ("d.pop('b')", {"LookupError"}),
        ("d.pop('b', None)", set()),
        ("e.append(3)", set()),
        ("d['a']", set()),
        ("d['b']", {"KeyError"}),
        ("d[lines[0]]", {"KeyError"}),
        ("e[0]", set()),
        ("e[n]", {"IndexError"}),
        ("np.zeros(3)[n]", {"IndexError"}),
        ("t[n]", set()),
        ("1 / n", {"ZeroDivisionError"}),
        ("n // n", {"ZeroDivisionError"}),
        ("n / 2", set()),
        ("n / 0", {"ZeroDivisionError"}),
        ("n * n", set()),
        ("'%d' % n", set()),
        ("n % n", {"ZeroDivisionError"}),
        ("t / t", set()),
        ("getattr(e, lines[0])", {"AttributeError"}),
        ("getattr(e, lines[0], 1)", set()),
    ],
)
def test_what_values_may_raise(statement: str, fails: set[str]):
    program = Parsed(START + statement)
    assert program.effects.of([program.tree.body[-1]]).fails == fails


@pytest.mark.parametrize(
    ("caught", "fails"),
    [
        ("IndexError", {"LookupError"}),
        ("LookupError", set()),
        ("Exception", set()),
        ("(KeyError, LookupError)", set()),
        ("(KeyError, OSError)", {"LookupError"}),
    ],
)
def test_what_a_function_may_raise_is_raised_by_its_calls(caught: str, fails: set[str]):
    program = Parsed(
        f"def f(a):\n    try:\n        return a.pop()\n    except {caught}:\n        return 0\nf([1])"
    )
    assert program.effects.of([program.tree.body[-1]]).fails == fails
    assert program.effects.of([program.tree.body[0]]).fails == set()  # which only defines it
