"""Where a program is large, all that unknown code knows is one object: it may be what that code was given."""

import ast

import pytest

from migrate.model.effects import Detail
from migrate.model.objects import Made
from migrate.values import ProgramEffects
from tests.migrate.values.program import Parsed
from tests.migrate.values.test_library_calls import WRITTEN, named

LESS = (Detail.CONTEXTS, Detail.PLACES)


class Less(Parsed):
    """A program, of which the last statement is asked, in less detail."""

    def __init__(self, text: str, detail: Detail) -> None:
        super().__init__(text)
        self.effects = ProgramEffects([self.bindings], lambda home, name: None, (detail,))
        assert self.effects.known
        self.last = [one for one in ast.walk(self.tree.body[-1]) if isinstance(one, ast.stmt)]
        self.touched = self.effects.of(self.last)

    @property
    def written(self) -> set[str]:
        return {named(one) for one in self.touched.writes}


# The last statement may change the list [1], by code that is not known.
KNOWN = [
    "a = [1]\nother.f(a)",
    "a = [1]\nother.f({'k': a})",
    "a = [1]\nother.f(k=a)",
    "a = [1]\nother.f(*[a])",
    "a = [1]\nother.f(a.append)",
    "a = [1]\nb = other.f(a)\nb.append(2)",
    "a = [1]\nb = other.f(a)\nb.c.d.append(2)",
    "a = [1]\nb = other.f([a])\nother.g(b)",
    "a = [1]\nother.f(a)\nother.g()",
    "a = [1]\nb = other.B()\nb.keep(a)\nb.go()",
    "a = [1]\ndef g():\n    a.append(2)\nother.f(g)",
    "a = [1]\ndef g(c):\n    c.append(2)\nother.keep(a)\nother.f(g)",
    "a = [1]\ndef g():\n    return a\nb = other.f(g)\nb.append(2)",
    "a = [1]\nclass B:\n    pass\nb = B()\nb.c = a\nother.f(b)",
    "a = [1]\nclass B:\n    def c(self):\n        self.d.append(2)\nb = B()\nb.d = a\nother.f(b.c)",
    "a = [1]\nother.f(iter([a]))",
    "a = [1]\ndef g():\n    a.append(2)\n    yield 1\nother.f(g())",
    "a = [1]\nclass B:\n    pass\nb = B()\nother.f(b, a)\nb.c.append(2)",
]
UNKNOWN = [
    "a, b = [1], [2]\nother.f(b)",
    "a = [1]\nother.f(len(a))",
    "a = [1]\nb = list(a)\nother.f(b)",
    "a = [1]\nb = [2]\nother.f(a)\nb.append(3)",
]


@pytest.mark.parametrize("detail", LESS)
@pytest.mark.parametrize("text", KNOWN)
def test_unknown_code_may_change_what_it_was_ever_given(text: str, detail: Detail):
    assert "[1]" in Less(f"import other\n{text}", detail).written


@pytest.mark.parametrize("detail", LESS)
@pytest.mark.parametrize("text", UNKNOWN)
def test_it_changes_nothing_else(text: str, detail: Detail):
    assert "[1]" not in Less(f"import other\n{text}", detail).written


@pytest.mark.parametrize("detail", LESS)
def test_an_iterator_that_it_was_given_is_used_up(detail: Detail):
    assert "iter([1])" in Less("import other\na = iter([1])\nother.f(a)", detail).written
    assert "iter([1])" not in Less("import other\na = iter([1])\nother.f(3)", detail).written


@pytest.mark.parametrize("detail", LESS)
def test_what_it_gives_is_made_by_it_and_is_one_object(detail: Detail):
    found = Less("import other\na = other.f()\nb = other.g()", detail)
    one, other = (found.effects.given(node.value) for node in found.tree.body[1:])
    assert one == other
    assert any(one <= {made} for made in found.touched.makes)
    (made,) = one
    assert isinstance(made, Made)
    assert made.is_summary
    assert {ast.unparse(node) for node in made.sites} == {"other.f()", "other.g()"}


@pytest.mark.parametrize("detail", LESS)
def test_less_detail_finds_no_fewer_changes(detail: Detail):
    for text, written in WRITTEN:
        lists = {one for one in written if one.startswith("[")}
        assert lists <= Less(text, detail).written, text
