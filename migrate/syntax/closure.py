"""What some things lead to, by others too."""

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
        if key(node) not in seen:
            seen.add(key(node))
            yield node
            pending.extend(following(node))
