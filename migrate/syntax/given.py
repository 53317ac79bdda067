"""The dictionaries that functions of a program give, to be fed."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.nodes import nodes_of

from .feeds import Entries, added_entries, fed_entries, literal_entries, starts_empty

_MOST = 32  # ways through a function that are told apart


def given_entries(node: ast.FunctionDef) -> list[Entries] | None:
    """The keys and values of the dictionaries that a function returns, if it returns nothing else.

    One list for each way through its conditions and loops, the one on which a loop ends at once among them.
    It is a literal, or a name that the function does no more with than to fill what it stands for.
    """
    names = {one.value.id for one in _returns(node.body) if isinstance(one.value, ast.Name)}
    ways = _Ways(next(iter(names), None))
    try:
        ways.through(node.body, [None])
    except _Unsure:
        return None
    return ways.given or None


class _Unsure(Exception):
    """Something else may be returned, or be in what is."""


class _Ways:
    """What may be in a dictionary of a name, or in a literal, wherever a function returns one."""

    def __init__(self, name: str | None) -> None:
        self._name = name
        self.given: list[Entries] = []

    def through(self, body: Sequence[ast.stmt], before: Sequence[Entries | None]) -> Sequence[Entries | None]:
        """What may be in the name's dictionary behind some statements; `None` where it is not made yet."""
        ways = before
        for statement in body:
            ways = self._behind(statement, ways)
            if len(ways) > _MOST:
                raise _Unsure
        return ways

    def _behind(self, node: ast.stmt, ways: Sequence[Entries | None]) -> Sequence[Entries | None]:
        if isinstance(node, ast.Return):
            self.given += self._returned(node, ways)
            return ()
        if isinstance(node, ast.Raise):
            return ()
        if isinstance(node, _DEFINITIONS):
            self._check_apart(node)
            return ways
        if not any(self._concerns(inner) for inner in nodes_of(node)):
            return ways
        if isinstance(node, (ast.If, ast.For, ast.While)):
            self._check_apart(*([node.target, node.iter] if isinstance(node, ast.For) else [node.test]))
            entered = self.through(node.body, ways)
            if isinstance(node, ast.If):
                return _each([*entered, *self.through(node.orelse, ways)])
            return self.through(node.orelse, _each([*ways, *entered]))
        if isinstance(node, ast.With):
            for item in node.items:
                self._check_apart(item)
            return self.through(node.body, ways)
        name, added = added_entries(node) or ("", [])
        if name == self._name:
            for key, value in added:
                self._check_apart(*(one for one in (key, value) if one is not None))
            return [[*self._made(way), *fed_entries(node)] for way in ways]
        return [self._maker(node)]

    def _maker(self, node: ast.stmt) -> Entries:
        """The entries of `feed = {…}`, and none of `feed = dict()`."""
        target = node.targets[0] if isinstance(node, ast.Assign) and len(node.targets) == 1 else None
        if not (isinstance(node, ast.Assign) and isinstance(target, ast.Name) and target.id == self._name):
            raise _Unsure
        self._check_apart(node.value)
        entries = [] if starts_empty(node) else literal_entries(node.value)
        if entries is None:
            raise _Unsure
        return entries

    def _returned(self, node: ast.Return, ways: Sequence[Entries | None]) -> list[Entries]:
        if isinstance(node.value, ast.Name) and node.value.id == self._name:
            return [self._made(way) for way in ways]
        entries = literal_entries(node.value)
        if entries is None or node.value is None or self._names(node.value):
            raise _Unsure
        return [entries]

    @staticmethod
    def _made(way: Entries | None) -> Entries:
        if way is None:
            raise _Unsure
        return way

    def _concerns(self, node: ast.AST) -> bool:
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            return self._name in node.names
        return isinstance(node, ast.Return) or isinstance(node, ast.Name) and node.id == self._name

    def _names(self, node: ast.AST) -> bool:
        return any(isinstance(inner, ast.Name) and inner.id == self._name for inner in nodes_of(node))

    def _check_apart(self, *nodes: ast.AST) -> None:
        """The dictionary is not used where something else is decided, or fed."""
        if any(map(self._names, nodes)):
            raise _Unsure


_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def _returns(body: Sequence[ast.stmt]) -> Iterator[ast.Return]:
    """The returns of a function, and not those of functions inside it."""
    for node in body:
        if isinstance(node, ast.Return):
            yield node
        elif not isinstance(node, _DEFINITIONS):
            yield from _returns([one for one in nodes_of(node) if isinstance(one, ast.Return)])


def _each(ways: Sequence[Entries | None]) -> list[Entries | None]:
    """The ways that differ in what they have put into the dictionary."""
    every = {None if way is None else tuple(id(value) for _, value in way): way for way in ways}
    return list(every.values())
