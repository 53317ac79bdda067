"""A function that is handed parts of a graph may do no more with them than to feed them."""

import ast
from pathlib import Path

import pytest

from migrate.analyse.feed_dict.key_passing import are_keys_alone
from migrate.analyse.program.tree import Tree
from migrate.model.source import Module, Source


def are_keys(body: str) -> bool:
    """Whether parts of the parameter `net` are keys alone."""
    text = "def fed(net, v):\n" + "".join(f"    {line}\n" for line in body.splitlines())
    tree = ast.parse(text)
    (function,) = tree.body
    assert isinstance(function, ast.FunctionDef)
    return are_keys_alone(
        Tree([Module(Source(Path("m.py"), Path(), text.encode()), tree)]), function, {"net"}
    )


@pytest.mark.parametrize(
    "body",
    [
        "feed = {net.x: v}\nfeed.update({net.y[0]: v})\nreturn feed",
        "feed = {}\nfor i, one in enumerate(net.parts):\n    feed[one] = v[i]\nreturn feed",
        "feed = {}\nfor one, value in zip(net.parts, v):\n    feed[one] = value\nreturn feed",
        "pairs = [(net.a, 1)]\npairs.append((net.b, v))\nd = {}\nfor a, w in pairs:\n    d[a] = w\nreturn d",
        "parts = [one.x for one in net.parts]\nreturn {one: v for one in parts}",
        "a = b = net.x\nreturn {a: v, b: v}",
        "pair = (net.x, v)\nreturn {pair[0]: pair[1]}",
        "feed = {net.x: v}\nother = {}\nother.update(feed)\nreturn other",
    ],
)
def test_what_names_lists_and_feeds_parts_may_get_keys(body: str):
    assert are_keys(body)


@pytest.mark.parametrize(
    "body",
    [
        "return {net.x: len(net.parts)}",
        "size = net.size\nreturn {net.x: v * size}",
        "sizes = [[net.size]]\nfor some in sizes:\n    for n in some:\n        v = v + n\nreturn {net.x: v}",
        "return {net.x: net.y}",
        "feed = {net.x: v}\nif net.x is not net.y:\n    v = 2\nreturn feed",
        "feed = {net.x: v}\nprint(len(feed))\nreturn feed",
        "feed = {net.x: v}\nfor key in feed:\n    v = 2\nreturn feed",
        "parts = [net.x]\nprint(parts)\nreturn {net.x: v}",
        "seen.append(net.x)\nreturn {net.x: v}",
        "table[net.x] = v\nreturn {net.x: v}",
        "net.x = v\nreturn {net.x: v}",
        "return {net.get(): v}",
        "return {one: v for one in net.parts if one}",
        "return [net.x]",
        "return {(net.x, net.y): v}",
        "size = net.values\nreturn {net.x: v * size}",
        "a, *b = net.parts\nreturn {a: b}",
        "global kept\nkept = net.x\nreturn {net.x: v}",
    ],
)
def test_what_looks_at_parts_gets_tensors(body: str):
    assert not are_keys(body)
