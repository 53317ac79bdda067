"""What some things lead to, and which are connected, by others too."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

_Node = TypeVar("_Node")


def closure(
    starts: Iterable[_Node],
    following: Callable[[_Node], Iterable[_Node]],
    key: Callable[[_Node], Hashable] = lambda node: node,
) -> Iterator[_Node]:
    """`starts`, and all that `following` leads to from them: one of all whose `key` is equal.

    What follows a node is found only when the next one is wanted, so that a search may end early.
    """
    seen = set[Hashable]()
    pending = list(starts)
    while pending:
        node = pending.pop()
        found = key(node)
        if found not in seen:
            seen.add(found)
            yield node
            pending.extend(following(node))


def connected(nodes: Iterable[_Node], pairs: Iterable[tuple[_Node, _Node]]) -> Iterator[set[_Node]]:
    """The groups of `nodes` that `pairs` connect, also by others, in the order of their first nodes."""
    neighbours: dict[_Node, set[_Node]] = {node: set() for node in nodes}
    for one, other in pairs:
        neighbours[one].add(other)
        neighbours[other].add(one)
    seen = set[_Node]()
    for node in neighbours:
        if node not in seen:
            group = set(closure([node], neighbours.__getitem__))
            seen |= group
            yield group
