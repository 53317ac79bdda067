"""Parameters and arguments go and come, and everything around them stays as it was."""

import ast
from pathlib import Path

import pytest

from migrate.model.edit import Arguments, Code, FileEdits, Replacement, Signature
from migrate.model.source import Module, Source
from migrate.rewrite.engine import rewritten


def module(text: str) -> Module:
    data = text.encode()
    return Module(Source(Path("m.py"), Path(), data), ast.parse(data))


def signature(text: str, without: str, *added: str) -> str:
    """The header of a function that loses some of its parameters."""
    parsed = module(f"def f({text}):\n    pass\n")
    function = parsed.tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    edit = Signature(function, frozenset(without.split()), added)
    after = rewritten(parsed, FileEdits(signatures=(edit,))).decode()
    ast.parse(after)
    return after.removeprefix("def f(").removesuffix("):\n    pass\n")


def call(text: str, without: str, **added: str) -> str:
    """A call that loses some of its arguments: those that are, or whose keyword is, one of these names."""
    parsed = module(f"f({text})\n")
    (found,) = (node for node in ast.walk(parsed.tree) if isinstance(node, ast.Call))
    gone = {node for node in found.args if isinstance(node, ast.Name) and node.id in without.split()}
    keywords = {node for node in found.keywords if node.arg in without.split()}
    after = rewritten(
        parsed, FileEdits(arguments=(Arguments(found, frozenset(gone | keywords), added),))
    ).decode()
    ast.parse(after)
    return after.removeprefix("f(").removesuffix(")\n")


@pytest.mark.parametrize(
    ("text", "without", "added", "after"),
    [
        ("self, sess, x", "sess", (), "self, x"),
        ("self, sess", "sess", (), "self"),
        ("sess", "sess", (), ""),
        ("sess, x", "sess", ("variables",), "variables, x"),
        ("x, sess, y, loss", "sess loss", ("train_step",), "x, train_step, y"),
        ("x, sess, y", "sess", ("step", "variables"), "x, step, variables, y"),
        ("a=1, sess=None, b=2", "sess", ("variables",), "a=1, variables=None, b=2"),
        ("a=1, sess=None, b=2", "sess", (), "a=1, b=2"),
        ("x, *, sess", "sess", (), "x"),
        ("x, *, sess, y", "sess", (), "x, *, y"),
        ("x, *, sess", "sess", ("variables",), "x, *, variables"),
        ("sess, /, x", "sess", (), "x"),
        ("x, sess, *args, **more", "sess", (), "x, *args, **more"),
        ("x, sess: object", "sess", ("variables",), "x, variables"),
        ("self, x, y=1", "", ("variables",), "self, variables, x, y=1"),
        ("self", "", ("variables",), "self, variables"),
    ],
)
def test_parameters_go_and_new_ones_stand_in_the_place_of_the_first(text, without, added, after):
    assert signature(text, without, *added) == after


@pytest.mark.parametrize(
    ("text", "without", "added", "after"),
    [
        ("sess, x", "sess", {}, "x"),
        ("x, sess", "sess", {}, "x"),
        ("sess", "sess", {}, ""),
        ("sess, 1 + 2, loss", "sess loss", {"step": "train_step"}, "train_step, 1 + 2"),
        ("x, sess=sess", "sess", {"variables": "variables"}, "x, variables=variables"),
        ("x, sess=sess", "sess", {"variables": "self.variables"}, "x, variables=self.variables"),
        ("sess, x", "sess", {"variables": "self.variables"}, "self.variables, x"),
        ("x, sess = s, y = 1", "sess", {}, "x, y = 1"),
        ("sess, *rest, **more", "sess", {}, "*rest, **more"),
        ("", "", {"variables": "variables"}, "variables=variables"),
        ("x", "", {"variables": "variables"}, "x, variables=variables"),
        ("x, ", "", {"variables": "variables"}, "x, variables=variables, "),
    ],
)
def test_arguments_go_and_new_ones_stand_in_the_place_of_the_first(text, without, added, after):
    assert call(text, without, **added) == after


@pytest.mark.parametrize(
    ("text", "after"),
    [("", "store"), ("x, y=1", "store, x, y=1"), ("*rest", "store, *rest"), ("x=1", "store, x=1")],
)
def test_a_new_argument_leads_where_none_goes(text, after):
    parsed = module(f"f({text})\n")
    (found,) = (node for node in ast.walk(parsed.tree) if isinstance(node, ast.Call))
    edits = FileEdits(arguments=(Arguments(found, added={"variables": "store"}, lead=True),))
    assert rewritten(parsed, edits).decode() == f"f({after})\n"


def test_lines_stay_as_they_were():
    assert call("\n    sess,\n    x,\n", "sess") == "\n    x,\n"
    assert call("\n    x,\n    sess,\n", "sess") == "\n    x,\n"
    assert call("x,\n  sess,\n  y", "sess") == "x,\n  y"
    assert call("x,\n  sess\n", "sess", variables="variables") == "x,\n  variables\n"
    assert call("\n    sess,\n", "sess") == ""
    assert signature("\n    sess,\n    x=1,\n", "sess", "variables") == "\n    variables,\n    x=1,\n"


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("added", [{}, {"variables": "variables"}])
def test_no_comment_goes_with_what_it_stands_beside(place, added):
    names = ["x", "y"]
    names.insert(place, "sess")
    text = "".join(f"\n    {name},  # about {name}" for name in names) + "\n"
    after = call(text, "sess", **added)
    assert [after.count(f"# about {name}") for name in names] == [1, 1, 1]
    assert signature(text, "sess", *added).count("# about") == 3


def test_an_argument_that_stays_keeps_its_own_edits():
    parsed = module("f(sess, g(x))  # 한국어\n")
    outer, inner = (node for node in ast.walk(parsed.tree) if isinstance(node, ast.Call))
    edits = FileEdits(
        (Replacement(inner, Code("h({x})", {"x": inner.args[0]})),),
        arguments=(Arguments(outer, frozenset(outer.args[:1])),),
    )
    assert rewritten(parsed, edits).decode() == "f(h(x))  # 한국어\n"


def test_a_call_that_is_replaced_too_is_replaced_as_its_arguments_leave_it():
    parsed = module("f(g(sess, 1))\n")
    outer, inner = (node for node in ast.walk(parsed.tree) if isinstance(node, ast.Call))
    edits = FileEdits(
        (Replacement(outer, Code("{inner}", {"inner": inner})),),
        arguments=(Arguments(inner, frozenset(inner.args[:1])),),
    )
    assert rewritten(parsed, edits).decode() == "g(1)\n"


@pytest.mark.parametrize(
    ("text", "named", "after"),
    [
        ("x", "x=a", "a=x"),
        ("x, (1), # why\n  n", "n=name", "x, (1), # why\n  name=n"),
        ("x, keep = n", "keep=keepdims", "x, keepdims = n"),
        ("x, y if n else z, *rest, keep=1", "keep=k", "x, y if n else z, *rest, k=1"),
    ],
)
def test_arguments_get_keywords_where_they_stand(text, named, after):
    parsed = module(f"tf.f({text})\n")
    (found,) = (node for node in ast.walk(parsed.tree) if isinstance(node, ast.Call))
    old, _, new = named.partition("=")
    given = [one for one in found.args if isinstance(one, ast.Name) and one.id == old]
    edit = Arguments(found, named={([*given, *found.keywords])[0]: new}, function="tf.g.h")
    written = rewritten(parsed, FileEdits((Replacement(found.func, Code("lost")),), arguments=(edit,)))
    assert written.decode() == f"tf.g.h({after})\n"
