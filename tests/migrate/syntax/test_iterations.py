"""What iterations have to do with each other, of small loops."""

import ast
import textwrap

import pytest

from migrate.syntax.iterations import carried_names, leaves_early


def loop(body: str) -> ast.For:
    node = ast.parse("for g, v in pairs:\n" + textwrap.indent(textwrap.dedent(body), "    ")).body[0]
    assert isinstance(node, ast.For)
    return node


CARRIED = {
    "found.append((g, v))": set(),
    "rate = rate * 0.5": {"rate"},
    "total += g": {"total"},
    "g = g * 2\nfound.append(g)": set(),
    "use(last)\nlast = g": {"last"},
    "last = g\nuse(last)": set(),
    "if g is None:\n    rate = 1.0\nuse(rate)": {"rate"},
    "if g is None:\n    rate = 1.0\nelse:\n    rate = 2.0\nuse(rate)": set(),
    "if g is None:\n    continue\nelse:\n    rate = 2.0\nuse(rate)": set(),
    "for one in v:\n    count = 1\nuse(count)": {"count"},
    "count = 0\nfor one in v:\n    count += 1": set(),
    "use([rate for rate in RATES])\nrate = 1": set(),
    "use([rate for one in RATES])\nrate = 1": {"rate"},
    "try:\n    rate = float(g)\nexcept ValueError:\n    pass\nuse(rate)": {"rate"},
    "with scope() as name:\n    use(name)": set(),
    "def scaled(t):\n    return t * rate\nuse(scaled)\nrate = 1": {"rate"},
    "use(lambda rate: rate)\nrate = 1": set(),
    "match v:\n    case 1:\n        rate = 1\nuse(rate)": {"rate"},
}


@pytest.mark.parametrize("body", CARRIED)
def test_names_that_an_earlier_iteration_has_left(body):
    assert carried_names(loop(body)) == CARRIED[body]


LEAVING = {
    "if g is None:\n    continue": False,
    "if g is None:\n    break": True,
    "if g is None:\n    return found": True,
    "for one in v:\n    break": False,
    "for one in v:\n    pass\nelse:\n    break": True,
    "while v:\n    return 1": True,
    "try:\n    pass\nexcept ValueError:\n    break": True,
    "with scope():\n    break": True,
    "def inner():\n    return 1": False,
    "match v:\n    case 1:\n        break": True,
}


@pytest.mark.parametrize("body", LEAVING)
def test_jumps_that_end_a_loop_early(body):
    assert (leaves_early(loop(body)) is not None) == LEAVING[body]


RAISING = {
    "raise ValueError(v)": True,
    "try:\n    raise ValueError(v)\nexcept ValueError:\n    pass": False,
    "try:\n    pass\nexcept ValueError:\n    raise": True,
}


@pytest.mark.parametrize("body", RAISING)
def test_exceptions_that_are_caught_around_a_loop_end_it_early(body):
    assert (leaves_early(loop(body), caught=True) is not None) == RAISING[body]
    assert leaves_early(loop(body)) is None
