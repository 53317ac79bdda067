"""What is asked of statements and expressions, of programs of several modules too."""

import ast
from pathlib import Path

import pytest

from migrate.model.objects import Cell, Made
from migrate.values import ProgramEffects
from tests.migrate.values.program import Several
from tests.migrate.values.test_library_calls import named


class Asked(Several):
    """Of which the last statement of a module is asked."""

    def last(self, name: str = "main") -> list[ast.stmt]:
        return [one for one in ast.walk(self.trees[name].body[-1]) if isinstance(one, ast.stmt)]

    def written(self, name: str = "main") -> set[str]:
        return {named(one) for one in self.effects.of(self.last(name)).writes}

    def read(self, name: str = "main") -> set[str]:
        return {named(one) for one in self.effects.of(self.last(name)).reads}


# The last statement of the program changes the list [1].
IMPORTED = {
    "by its module": {"a": "b = [1]", "main": "import a\na.b.append(2)"},
    "by its name": {"a": "b = [1]", "main": "from a import b\nb.append(2)"},
    "by another name": {"a": "b = [1]", "main": "from a import b as c\nc.append(2)"},
    "by a star": {"a": "b = [1]", "main": "from a import *\nb.append(2)"},
    "by two stars": {"a": "b = [1]", "c": "from a import *", "main": "from c import *\nb.append(2)"},
    "by a module with a star": {"a": "b = [1]", "c": "from a import *", "main": "import c\nc.b.append(2)"},
    "by modules with stars of each other": {
        "a": "from c import *\nb = [1]",
        "c": "from a import *",
        "main": "import c\nc.b.append(2)",
    },
    "by an attribute": {"a": "b = None", "main": "import a\na.b = [1]\na.b.append(2)"},
    "by another module's import": {"a": "b = [1]", "c": "import a", "main": "import c\nc.a.b.append(2)"},
    "by its names": {"a": "b = [1]", "main": "import a\nvars(a)['b'].append(2)"},
    "by a name that is computed": {"a": "b = [1]", "main": "import a\ngetattr(a, input()).append(2)"},
    "by a name that is told": {"a": "b = [1]", "main": "import a\ngetattr(a, 'b').append(2)"},
    "by a package": {"p__": "", "p__a": "b = [1]", "main": "import p.a\np.a.b.append(2)"},
    "of a package": {"p__": "b = [1]", "p__a": "", "main": "import p\np.b.append(2)"},
    "by a module of a package": {"p__": "", "p__a": "b = [1]", "main": "from p import a\na.b.append(2)"},
    "by a package's star": {"p__": "from p.a import *", "p__a": "b = [1]", "main": "import p\np.b.append(2)"},
    "by a function of its module": {
        "a": "b = [2]\ndef f():\n    b.append(3)",
        "main": "import a\na.b = [1]\na.f()",
    },
    "by a function that makes it global": {
        "a": "def f():\n    global b\n    b = [1]",
        "main": "import a\na.f()\na.b.append(2)",
    },
    "in a module that is run": {"a": "b = [1]\nb.append(2)", "main": "import a"},
    "in a module that another one runs": {"a": "b = [1]\nb.append(2)", "c": "import a", "main": "import c"},
    "in a module that a function runs": {
        "a": "b = [1]\nb.append(2)",
        "main": "def f():\n    import a\nf()",
    },
    "in a module that is told by a text": {
        "a": "b = [1]\nb.append(2)",
        "main": "import importlib\nimportlib.import_module('a')",
    },
    "in a module of any name": {"a": "b = [1]\nb.append(2)", "main": "__import__(input())"},
    "in a module that is run again": {
        "a": "b = [1]\nb.append(2)",
        "main": "import a, importlib\nimportlib.reload(a)",
    },
}


@pytest.mark.parametrize("name", IMPORTED)
def test_what_a_module_has_is_found_by_others(name: str):
    assert "[1]" in Asked(**IMPORTED[name]).written()


# The last statement of the program does not.
APART = {
    "of another module": {"a": "b = [1]", "c": "b = [2]", "main": "import a, c\nc.b.append(2)"},
    "by a star of another": {
        "a": "b = [1]",
        "c": "b = [2]",
        "main": "import a\nfrom c import *\nb.append(2)",
    },
    "by a name of the module's own": {"a": "b = [1]", "main": "from a import *\nb = [2]\nb.append(3)"},
    "by a star that has a name itself": {
        "a": "b = [1]",
        "c": "from a import *\nb = [2]",
        "main": "import c\nc.b.append(2)",
    },
    "in a module that has run": {
        "a": "b = [1]\nb.append(2)",
        "main": "import a\ndef f():\n    import a\nf()",
    },
    "in a module that is not told": {
        "a": "b = [1]\nb.append(2)",
        "c": "",
        "main": "import importlib\nimportlib.import_module('c')",
    },
    "in a function that is not called": {"a": "b = [1]\ndef f():\n    b.append(2)", "main": "import a"},
}


@pytest.mark.parametrize("name", APART)
def test_what_another_module_has_is_told_apart(name: str):
    assert "[1]" not in Asked(**APART[name]).written()


def test_a_module_that_is_run_again_gives_its_names_again():
    program = Asked(a="b = [1]", main="import a, importlib\nimportlib.reload(a)")
    assert "b" in program.written()
    assert "b" in Asked(a="b = [1]", main="import a\na.b").read()
    assert "b" not in Asked(a="b = c = [1]", main="import a\na.c").read()


PROGRAM = """
import other

a, b, c = [1], [2], [3]

def change():
    a.append(4)

def inner():
    b.append(5)

def outer():
    inner()

def never():
    c.append(6)

change()
outer()
other.use(c)
"""


@pytest.fixture(scope="module")
def program() -> Asked:
    return Asked(main=PROGRAM)


def lists(effects: ProgramEffects, program: Asked) -> dict[str, Made]:
    made = program.trees["main"].body[1]
    assert isinstance(made, ast.Assign)
    assert isinstance(made.value, ast.Tuple)
    return dict(zip("abc", (one for part in made.value.elts for one in effects.given(part)), strict=True))


def test_what_a_statement_changes_by_itself(program: Asked):
    effects, (*_, change, outer, use) = program.effects, program.trees["main"].body
    made = lists(effects, program)
    append = program.trees["main"].body[2].body[0]  # type: ignore[attr-defined]
    assert effects.changes(append, made["a"])
    assert not effects.changes(append, made["b"])
    assert not effects.changes(change, made["a"])  # its function does
    assert effects.changes(use, made["c"])
    assert not effects.changes(use, made["a"])
    assert not effects.changes(outer, made["c"])


def test_what_code_beside_some_statements_does(program: Asked):
    effects, (*_, never, change, outer, use) = program.effects, program.trees["main"].body

    def beside(*statements: ast.stmt, dead: tuple[ast.stmt, ...] = ()) -> set[str]:
        found = effects.beside(statements, dead=dead).writes
        return {one for one in map(named, found) if one.startswith("[")}

    assert beside() == {"[1]", "[2]", "[3]"}
    assert beside(change) == {"[2]", "[3]"}
    assert beside(outer) == {"[1]", "[3]"}
    assert beside(use, never.body[0]) == {"[1]", "[2]"}  # type: ignore[attr-defined]
    assert beside(dead=(change,)) == {"[1]", "[2]", "[3]"}  # others may still call what only that calls
    assert beside(outer, dead=(use,)) == {"[1]", "[3]"}


def test_code_beside_is_that_of_some_modules():
    program = Asked(a="b = [1]\nb.append(2)", c="d = [3]\nd.append(4)", main="import c")
    homes = [program.trees["main"]]
    assert {"[3]"} == {one for one in map(named, program.effects.beside((), homes).writes) if one[0] == "["}
    every = {one for one in map(named, program.effects.beside(()).writes) if one[0] == "["}
    assert every == {"[1]", "[3]"}


def test_what_is_told_of_expressions():
    program = Asked(main="a = [1]\nb = [a]\nc = b", other="d = 3")
    effects, (first, second, third) = program.effects, program.trees["main"].body
    assert isinstance(first, ast.Assign)
    assert isinstance(second, ast.Assign)
    assert isinstance(third, ast.Assign)
    assert effects.evaluates(third.value)
    assert not effects.evaluates(ast.Name("a"))
    assert effects.given(third.value) == effects.given(second.value)
    assert effects.within(third.value) == effects.given(second.value) | effects.given(first.value)
    assert effects.within(third.value) == effects.within(third.value)
    (outer,) = effects.given(second.value)
    assert effects.elements(outer) == effects.given(first.value)
    assert effects.file_of(first) == Path("main.py")
    assert effects.file_of(first.value) == Path("main.py")
    assert effects.file_of(program.trees["other"].body[0]) == Path("other.py")
    assert effects.file_of(first.targets[0]) is None
    assert effects.file_of(ast.parse("a = [1]").body[0]) is None


def test_which_functions_a_statement_runs(program: Asked):
    effects, (*_, change, outer, use) = program.effects, program.trees["main"].body
    names = {one: {scope.name for scope in effects.reached([one])} for one in (change, outer, use)}  # type: ignore[union-attr]
    assert names == {change: {"change"}, outer: {"outer", "inner"}, use: set()}
    inner = program.trees["main"].body[3]
    (frame,) = effects.frames(inner)  # type: ignore[arg-type]
    assert effects.calls(outer, frame)
    assert not effects.calls(change, frame)
    assert not effects.calls(use, frame)


def test_variables_that_a_function_gives_values_are_written():
    program = Asked(main="n = 0\ndef f():\n    global n\n    n = 1\nf()")
    assert any(isinstance(one, Cell) and one.name == "n" for one in program.effects.of(program.last()).writes)
