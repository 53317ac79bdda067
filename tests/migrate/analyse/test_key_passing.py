"""A function that is handed parts of a graph may do no more with them than to feed them."""

import ast
from collections.abc import Collection
from pathlib import Path

import pytest

from migrate.analyse.feed_dict.key_passing import are_keys_alone
from migrate.analyse.program.tree import Tree
from migrate.model.source import Module, Source


def are_keys(body: str, parameters: str = "net, v", filled: Collection[str] = ()) -> bool:
    """Whether parts of the parameter `net` are keys alone."""
    text = f"def fed({parameters}):\n" + "".join(f"    {line}\n" for line in body.splitlines())
    tree = ast.parse(text)
    (function,) = tree.body
    assert isinstance(function, ast.FunctionDef)
    return are_keys_alone(
        Tree([Module(Source(Path("m.py"), Path(), text.encode()), tree)]), function, {"net"}, filled
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
        "return {net.x: len(net.parts)}",
        "x, y = net.parts\nreturn {x: v, y: v}",
        "feed = {net.x: v}\nother = {}\nother.update(feed)\nreturn other",
    ],
)
def test_what_names_lists_and_feeds_parts_may_get_keys(body: str):
    assert are_keys(body)


@pytest.mark.parametrize(
    "body",
    [
        "return {net.x: net.name}",
        "return {net.x: v[net.x.shape]}",
        "return {net.x.op: v}",
        "x, y = {net.x: v}\nreturn {x: v}",
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


def test_a_dictionary_that_is_handed_may_be_filled():
    assert are_keys("feed[net.x] = v\nreturn feed", "feed, net, v", ["feed"])
    assert are_keys("feed.update({net.x: v})\nreturn feed", "net, v, feed", ["feed"])


@pytest.mark.parametrize(
    "body",
    [
        "kept.append(feed)\nfeed[net.x] = v\nreturn feed",
        "if net.x not in feed:\n    feed[net.x] = v\nreturn feed",
        "feed[net.x] = len(feed)\nreturn feed",
        "feed[net.x] = v\nfeed.pop(net.x)\nreturn feed",
        "v.feed = feed\nfeed[net.x] = v\nreturn feed",
    ],
)
def test_a_dictionary_that_is_handed_is_filled_and_no_more(body: str):
    assert not are_keys(body, "feed, net, v", ["feed"])


def test_a_default_value_is_one_dictionary_for_all_calls():
    assert not are_keys("feed[net.x] = v\nreturn feed", "net, v, feed={}")
