"""Edits compose, and keep what they do not touch."""

import ast
from pathlib import Path

import pytest

from migrate.model.edit import Around, Block, Code, Comments, FileEdits, Kept, Layout, Replacement
from migrate.model.source import Module, Source
from migrate.rewrite.engine import rewritten


def module(text: str | bytes) -> Module:
    data = text if isinstance(text, bytes) else text.encode()
    return Module(Source(Path("m.py"), Path(), data), ast.parse(data))


def calls(parsed: Module) -> dict[str, ast.Call]:
    return {ast.unparse(node.func): node for node in ast.walk(parsed.tree) if isinstance(node, ast.Call)}


def test_an_edit_inside_another_is_not_lost():
    parsed = module("y = outer(1, inner(2))\n")
    found = calls(parsed)
    edits = (
        Replacement(found["outer"], Code("new({a})", {"a": found["inner"]})),
        Replacement(found["inner"], Code("deep({b})", {"b": found["inner"].args[0]})),
    )
    assert rewritten(parsed, FileEdits(edits)) == b"y = new(deep(2))\n"


def test_the_order_of_the_edits_does_not_matter():
    parsed = module("y = outer(1, inner(2))\n")
    found = calls(parsed)
    edits = (
        Replacement(found["inner"], Code("deep()")),
        Replacement(found["outer"], Code("new({a})", {"a": found["inner"]})),
    )
    assert rewritten(parsed, FileEdits(edits)) == rewritten(parsed, FileEdits(edits[::-1]))


def test_a_replaced_statement_keeps_its_comments():
    parsed = module("# above\na = f()  # beside\n")
    edits = (Replacement(parsed.tree.body[0], Code("b = 1\nc = 2")),)
    assert rewritten(parsed, FileEdits(edits)) == b"# above\n# beside\nb = 1\nc = 2\n"


def test_statements_on_one_line_are_edited_apart():
    parsed = module("a = 1; b = 2; c = 3\n")
    edits = (Replacement(parsed.tree.body[1], Code("changed = 2")),)
    assert rewritten(parsed, FileEdits(edits)) == b"a = 1\nchanged = 2\nc = 3\n"


def test_a_layout_moves_edited_statements_and_keeps_their_comments():
    parsed = module("# one\na = f(1)\n# two\nwith g:\n    b = 2  # in\n    # end\n")
    first, block = parsed.tree.body
    assert isinstance(block, ast.With)
    pieces = (
        Comments(first),
        Block(Code("def step():"), (Kept(first), Around(block, (Kept(block.body[0]),), frozenset({0})))),
    )
    edits = FileEdits((Replacement(calls(parsed)["f"], Code("h()")),), (Layout(parsed.tree, pieces),))
    after = rewritten(parsed, edits).decode()
    assert "def step():" in after
    assert "    a = h()" in after
    assert "    b = 2  # in" in after
    assert {"# one", "# two", "# in"} <= {
        line[line.index("#") :] for line in after.splitlines() if "#" in line
    }


def test_newlines_encoding_and_indentation_stay():
    data = "# -*- coding: euc-kr -*-\r\nif 1:\r\n\tx = f('한국어')\r\n".encode("euc-kr")
    parsed = module(data)
    edits = (Replacement(calls(parsed)["f"], Code("g({a})", {"a": calls(parsed)["f"].args[0]})),)
    assert rewritten(parsed, FileEdits(edits)) == data.replace(b"f(", b"g(")


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("\fa = f()\n", "\fa = g()\n"),
        ("b = 1\n\fa = f()\n", "b = 1\n\fa = g()\n"),
        ("b = 1\r\n\f\r\na = f()\r\n", "b = 1\r\n\f\r\na = g()\r\n"),
        ("if f():\r\n    a\r\n\felse:\r\n\f    b\r\n", "if g():\r\n    a\r\n\felse:\r\n\f    b\r\n"),
        ('b = """\n\fa"""\na = f()\n', 'b = """\n\fa"""\na = g()\n'),
        ("a = f(\n\fb)\n", "a = g()\n"),
        (
            "class A:\n    pass\n\f# one\n\f    def h():\n        f()",
            "class A:\n    pass\n\f# one\n\f    def h():\n        g()",
        ),
        ("# form feed: 0\n\fa = f()\n", "# form feed: 0\n\fa = g()\n"),
    ],
)
def test_form_feeds_stay(text, after):
    parsed = module(text)
    edits = (Replacement(calls(parsed)["f"], Code("g()")),)
    assert rewritten(parsed, FileEdits(edits)).decode() == after


def test_a_form_feed_goes_with_its_statement():
    parsed = module("c = 1\n\fa = f()\n")
    kept = Kept(parsed.tree.body[1])
    edits = FileEdits((), (Layout(parsed.tree, (Block(Code("def step():"), (kept,)),)),))
    assert rewritten(parsed, edits) == b"\n\ndef step():\n\f    a = f()\n"


def test_what_has_parentheses_of_its_own_gets_no_others():
    parsed = module("a = f((b +\n  c), d + e)\n")
    (call,) = calls(parsed).values()
    parts = {"one": call.args[0], "two": call.args[1]}
    edits = (Replacement(call, Code("not ({one}) * ({two}) + g({one})", parts)),)
    assert rewritten(parsed, FileEdits(edits)) == b"a = not (b +\n  c) * (d + e) + g((b +\n  c))\n"


def test_imports_are_added_once_above_that_of_tensorflow():
    parsed = module("import os\n# TensorFlow\nimport tensorflow as tf\n")
    edits = FileEdits(imports=("import compat", "import os"))
    assert rewritten(parsed, edits) == b"import os\n# TensorFlow\nimport compat\nimport tensorflow as tf\n"
