"""What a function returns to be fed: all that is surely in the dictionary, and all that may be."""

import ast
from pathlib import Path

import pytest

from migrate.analyse.program.tree import Tree
from migrate.model.source import Module, Source

FILL = "def fill(d):\n    d['b'] = 2\n"


def given(body: str, passed: str = "len(kept)") -> list[str] | None:
    """The keys of what `f` gives, on each way; it is passed a value."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    data = f"kept = {{}}\n{FILL}def f(c):\n{lines}f({passed})\n".encode()
    module = Module(Source(Path("m.py"), Path(), data), ast.parse(data))
    tree = Tree([module])
    (function,) = (one for one in module.tree.body if isinstance(one, ast.FunctionDef) and one.name == "f")
    ways = tree.given_entries(tree.bindings(module), function)
    return (
        None
        if ways is None
        else ["".join(ast.unparse(key or value)[1] for key, value in way) for way in ways]
    )


@pytest.mark.parametrize(
    ("body", "keys"),
    [
        ("return {'a': 1, 'b': 2}", ["ab"]),
        ("d = dict()\nd['a'] = 1\nd.update({'b': c})\nreturn d", ["ab"]),
        ("d = {'a': 1}\ne = d\ne['b'] = 2\nreturn d", ["ab"]),
        ("d = {'a': 1}\nif c:\n    d['b'] = 2\nreturn d", ["a", "ab"]),
        ("d = {'a': 1}\nif c:\n    d['a'] = 2\nreturn d", ["aa"]),
        ("d = {'a': 1}\nif c:\n    d['b'] = 2\nelse:\n    d['b'] = 3\nreturn d", ["abb"]),
        (
            "d = {}\nif c:\n    d['b'] = 2\nelif not c:\n    raise Error\nelse:\n    d['b'] = 3\nreturn d",
            ["bb"],
        ),
        ("d = {'a': 1}\nfor i in range(c):\n    d['b'] = i\nreturn d", ["a", "ab"]),
        ("d = {'a': 1}\nif c:\n    return d\nd['b'] = 2\nreturn d", ["a", "ab"]),
        ("d = {'a': 1}\ntry:\n    d['b'] = 1 / c\nfinally:\n    c = 1\nreturn d", ["a", "ab"]),
        (
            "for i in range(3):\n    d = {'a': 1}\n    if c:\n        break\n    d['b'] = i\nreturn d",
            ["", "ab"],
        ),
        ("if c:\n    return {'a': 1}\nreturn {'b': 2}", ["a", "b"]),
        ("if c:\n    d = {'a': 1}\nelse:\n    d = {'b': 2}\nd['c'] = 3\nreturn d", ["ac", "bc"]),
    ],
)
def test_the_keys_of_each_way_are_known(body: str, keys: list[str]):
    assert given(body) == keys


@pytest.mark.parametrize(
    ("body", "keys"),
    [
        ("d = {'a': 1}\nif c:\n    d['b'] = 2\nelse:\n    d['c'] = 3\nreturn d", ["ab"]),
        ("d = {'a': 1}\nif not c:\n    d['b'] = 2\nreturn d", ["a"]),
        ("if not c:\n    return {'a': 1}\nreturn {'b': 2}", ["b"]),
        ("if c is None:\n    d = {}\nelse:\n    d = {'b': 2}\nd['c'] = 3\nreturn d", ["bc"]),
    ],
)
def test_no_way_leads_where_no_call_does(body: str, keys: list[str]):
    assert given(body, "1") == keys


@pytest.mark.parametrize(
    "body",
    [
        "d = {'a': 1}\nprint(len(d))\nreturn d",
        "d = {'a': 1}\nfill(d)\nreturn d",
        "d = {'a': 1}\ndel d['a']\nreturn d",
        "d = {'a': 1}\nput = lambda: d.update({'b': 2})\nput()\nreturn d",
        "d = {'a': 1}\nglobal kept\nkept = [d]\nreturn d",
        "kept['a'] = c\nreturn kept",
        "if c:\n    return\nreturn {'a': 1}",
        "return {'a': 1} if c else {'b': 2}",
        "return c",
    ],
)
def test_what_is_done_more_with_a_dictionary_is_not_known(body: str):
    assert given(body) is None
