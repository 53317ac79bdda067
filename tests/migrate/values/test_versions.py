"""Which of the values that a name has one after another a statement may see."""

import ast

import pytest

from .program import Parsed

EITHER = {"[1]", "[2]"}


def seen(text: str) -> set[str]:
    """What the name `a` may be in the last statement `use(a)`."""
    program = Parsed(text)
    uses = [
        node
        for node in ast.walk(program.tree)
        if isinstance(node, ast.Call) and ast.unparse(node) == "use(a)"
    ]
    given = program.effects.given(uses[-1].args[0])
    return {ast.unparse(one.node) for one in given}  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "text",
    [
        "a = [1]\na = [2]\nuse(a)",
        "def f(a):\n    a = [2]\n    use(a)\nf([1])",
        "a = [1]\nif b:\n    a = [2]\nelse:\n    a = [2]\nuse(a)",
        "a = [1]\nif b:\n    a = [2]\nelse:\n    raise E\nuse(a)",
        "def f(a):\n    if b:\n        return a\n    a = [2]\n    use(a)\nf([1])",
        "a = [1]\nfor b in c:\n    a = [2]\n    use(a)",
        "a = [1]\nfor a in [[2]]:\n    use(a)",
        "a = [1]\nwhile b:\n    break\na = [2]\n[use(a) for c in d]",
        "a = [1]\ntry:\n    a = [2]\n    use(a)\nfinally:\n    pass",
        "import tensorflow as tf\na = [1]\nwith tf.name_scope('b'):\n    a = [2]\nuse(a)",
        "a = [1]\ndel a\na = [2]\nuse(a)",
        "a = [1]\na, b = [2], a\nuse(a)",
        "a = [1]\n[a for a in b]\na = [2]\nuse(a)",
    ],
)
def test_only_the_last_value(text: str):
    assert seen(text) == {"[2]"}


@pytest.mark.parametrize(
    "text",
    [
        "a = [1]\nuse(a)\na = [2]",
        "def f(a):\n    use(a)\n    a = [2]\nf([1])",
        "a = [1]\nb = [a for a in c]\nuse(a)\na = [2]",
        "a = [1]\nclass B:\n    a = [2]\nuse(a)\na = [2]",
        "a = [1]\na: list\nuse(a)\na = [2]",
        "a = [1]\nb = lambda a=[2]: a\nuse(a)\na = [2]",
    ],
)
def test_none_that_comes_later(text: str):
    assert seen(text) == {"[1]"}


@pytest.mark.parametrize(
    "text",
    [
        "a = [1]\nif b:\n    a = [2]\nuse(a)",
        "a = [1]\nfor b in c:\n    use(a)\n    a = [2]",
        "a = [1]\nfor a in [[2]]:\n    pass\nuse(a)",
        "a = [1]\nwhile b:\n    if c:\n        continue\n    a = [2]\nuse(a)",
        "a = [1]\nwhile b:\n    a = [2]\n    if c:\n        a = [1]\n        break\nuse(a)",
        "a = [1]\ntry:\n    f()\n    a = [2]\nexcept E:\n    pass\nuse(a)",
        "a = [1]\ntry:\n    a = [2]\n    f()\nexcept E:\n    use(a)",
        "a = [1]\ntry:\n    f()\n    a = [2]\nfinally:\n    use(a)",
        "a = [1]\nwith suppress(E):\n    f()\n    a = [2]\nuse(a)",
        "import tensorflow as tf\na = [1]\nwith tf.train.MonitoredSession() as b:\n    b.run(c)\n"
        "    a = [2]\nuse(a)",
        "a = [1]\ndef f():\n    use(a)\nf()\na = [2]\nf()",
        "a = [1]\nb = lambda: use(a)\na = [2]",
        "a = [1]\nb = (use(a) for c in d)\na = [2]\nlist(b)",
        "a = [1]\na = [1]\ndef f():\n    global a\n    a = [2]\nf()\nuse(a)",
        "def g():\n    a = [1]\n    a = [1]\n    def f():\n        nonlocal a\n        a = [2]\n    f()\n"
        "    use(a)\ng()",
        "a = [1]\na = [1]\nglobals()['a'] = [2]\nuse(a)",
        "a = [1]\na = [1]\nvars()['a'] = [2]\nuse(a)",
        "a = [1]\na = [1]\n(b, (a := [2]))\nuse(a)",
        "a = [1]\nmatch b:\n    case 1:\n        a = [2]\nuse(a)",
        "a = [1]\nwith [2] as a, use(a):\n    pass",
        "a = [1]\na, b[use(a)] = [2], 3",
        "def f(a=[1]):\n    if not b:\n        a = [2]\n    use(a)\nf()",
    ],
)
def test_any_that_may_be_the_last(text: str):
    assert seen(text) == EITHER


def test_a_name_with_very_many_values_has_any():
    several = "".join(f"if b:\n    a = [{number}]\n" for number in range(20))
    assert len(seen(f"{several}use(a)")) > 10
    assert seen(f"{several}a = (2,)\nuse(a)") == {"(2,)"}
