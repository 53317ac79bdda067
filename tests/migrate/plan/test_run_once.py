"""Whether a function runs once in a process, as far as the text tells."""

import ast

import pytest

from migrate.plan.legality.run_once import runs_once
from tests.migrate.values.program import Several

F = "def f(): pass\n"
ONCE = [
    {"main": F},
    {"main": f"{F}f()"},
    {"main": f"{F}if a:\n    f()"},
    {"main": f"{F}with a:\n    f()"},
    {"main": f"{F}def main():\n    f()\nmain()"},
    {"main": f"{F}def main():\n    f()"},
    {"main": f"{F}def g():\n    f()\ndef main():\n    g()\nmain()"},
    {"main": f"{F}import tensorflow as tf\ntf.app.run(main=f)"},
    {"main": f"{F}f()\ng.f()"},
    {"main": f"{F}f()\ndef g(f):\n    f()\ng(1)\n"},
    {"main": f"{F}import tensorflow.f as f\nimport tensorflow as tf\ntf.f()"},
    {"main": F, "other": "import main\nmain.f()"},
    {"main": F, "other": "from main import f\nf()"},
    {"main": F, "other": "from main import f as g\ng()"},
    {"main": f"{F}f()", "other": "def f(): pass\nf()"},
    {"main": f"{F}f()", "other": "def f(): pass\n", "third": "import other\nother.f()"},
    {"main": "class A:\n    def f(self): pass\nA().f()"},
    {"main": "class A:\n    def __init__(self): pass\n    def f(self): pass\nA()"},
    {"main": "class A:\n    def __init__(self):\n        super(A, self).__init__()\nA()"},
    {"main": "class A:\n    def __init__(self): pass\nA()\nA.b"},
    {"main": "def main():\n    def f(): pass\n    f()\nmain()"},
]
OFTEN = [
    {"main": f"{F}f()\nf()"},
    {"main": f"{F}g = f\nf()"},
    {"main": f"{F}for a in b:\n    f()"},
    {"main": f"{F}while b:\n    f()"},
    {"main": f"{F}[f() for a in b]"},
    {"main": f"{F}{{f() for a in b}}"},
    {"main": f"{F}{{1: f() for a in b}}"},
    {"main": f"{F}(f() for a in b)"},
    {"main": f"{F}g = lambda: f()"},
    {"main": f"{F}def main():\n    f()\nmain()\nmain()"},
    {"main": f"{F}def main():\n    f()\nfor a in b:\n    main()"},
    {"main": f"{F}def g():\n    f()\ndef main():\n    g()\nfor a in b:\n    main()"},
    {"main": "def f(): f()\n"},
    {"main": f"{F}f()", "other": "import main\nmain.f()"},
    {"main": f"{F}f()", "other": "from main import f\nf()"},
    {"main": f"{F}f()", "other": "from main import f as g\ng()"},
    {"main": F, "other": "import main\nfor a in b:\n    main.f()"},
    {"main": "class A:\n    def f(self): pass\nA().f()\nb.f()"},
    {"main": "class A:\n    def __init__(self): pass\nA()\nA()"},
    {"main": "class A:\n    def __init__(self): pass\nfor b in c:\n    A()"},
    {"main": "class A:\n    def __init__(self): pass\nA()\nb = A"},
    {"main": "def main():\n    def f(): pass\n    f()\n    f()\nmain()"},
    {"main": "def main():\n    def f(): pass\n    f()\nmain()\nmain()"},
    {"main": "def main():\n    def f(): pass\n    a.f()\n    f()\nmain()"},
]


def found(texts: dict[str, str]) -> bool:
    program = Several(**texts)
    nodes = [one for one in ast.walk(program.trees["main"]) if isinstance(one, ast.FunctionDef)]
    (function,) = [one for one in nodes if one.name in ("f", "__init__")][:1]
    return runs_once(function, list(program.bindings.values()))


@pytest.mark.parametrize("texts", ONCE)
def test_what_is_named_in_one_place_runs_once(texts: dict[str, str]):
    assert found(texts)


@pytest.mark.parametrize("texts", OFTEN)
def test_what_may_be_called_again_does_not(texts: dict[str, str]):
    assert not found(texts)
