"""The dictionaries that functions of a program give, to be fed: what is in them, by what the values tell."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from migrate.model.effects import Effects, inside
from migrate.model.nodes import nodes_of
from migrate.model.objects import Made, Sort
from migrate.syntax.feeds import Entries, added_entries, dictionaries_in, starting_entries


def given_entries(effects: Effects, function: ast.FunctionDef) -> list[Entries] | None:
    """The keys and values of the dictionaries that a function returns, if it returns nothing else.

    For each of them all that is surely in it, and where there may be more, this with it, too. The function
    makes them itself, and does no more with them than to fill them.
    """
    try:
        return _Given(effects, function).ways if effects.known else None
    except _Unsure:
        return None


class _Unsure(Exception):
    """Something else may be returned, or be in what is."""


class _Given:
    """Dictionaries that one function makes: those that one expression makes in each context are one."""

    def __init__(self, effects: Effects, function: ast.FunctionDef) -> None:
        self._effects = effects
        self._function = function
        every = sorted(inside(function), key=lambda one: (one.lineno, one.col_offset))
        self._dead = {one for one in every if effects.never_runs(one)}
        self._statements = [one for one in every if one not in self._dead]
        returned = [one.value for one in self._statements if isinstance(one, ast.Return)]
        made = self._made(returned)
        makers = [one for one in self._statements if _value(one) in made]
        if not made or len(makers) < len(made):
            raise _Unsure
        self.ways = [way for one in makers for way in self._ways_of(one, made[_value(one)])]

    def _made(self, values: Iterable[ast.expr | None]) -> Mapping[ast.AST | None, Sequence[Made]]:
        """The dictionaries that some expressions give, by what makes them."""
        found = dict[ast.AST | None, list[Made]]()
        for value in values:
            objects = self._effects.given(value) if value is not None else ()
            if not objects:
                raise _Unsure
            for one in objects:
                if not isinstance(one, Made) or one.sort is not Sort.DICTIONARY or one.is_summary:
                    raise _Unsure
                found.setdefault(one.node, []).append(one)
        return found

    def _ways_of(self, maker: ast.stmt, made: Sequence[Made]) -> Iterator[Entries]:
        """What is surely in a dictionary that the function returns, and all that may be."""
        puts = {one: added_entries(one) for one in self._statements if self._changes(one, made)}
        entries = {maker: starting_entries(made[0].node)}
        entries |= {one: added[1] if added is not None else None for one, added in puts.items()}
        known = {one: found for one, found in entries.items() if found is not None}
        if len(known) < len(entries) or not self._only_fills(puts, made):
            raise _Unsure
        keys = {one: frozenset(map(_key, found)) for one, found in known.items()}
        paths = _Paths(maker, keys, self._dead)
        paths.behind(self._function.body, None)
        sure = frozenset.intersection(*paths.returned.values()) if paths.returned else frozenset[str]()
        every = [entry for found in known.values() for entry in found]
        yield [entry for entry in every if _key(entry) in sure]
        if any(_key(entry) not in sure for entry in every):
            yield every

    def _changes(self, statement: ast.stmt, made: Sequence[Made]) -> bool:
        return any(self._effects.changes(statement, one) for one in made)

    def _only_fills(self, puts: Iterable[ast.stmt], made: Sequence[Made]) -> bool:
        """Whether nothing is done with a dictionary but to name, to fill and to return it."""
        plain: set[ast.AST | None] = {receiver for one in puts for receiver in dictionaries_in(one)}
        plain |= {_value(one) for one in self._statements}
        others = (one for one in nodes_of(self._function) if isinstance(one, ast.expr) and one not in plain)
        return all(self._effects.given(one).isdisjoint(made) for one in others)


class _Paths:
    """Which keys are surely in a dictionary where it is returned, on each way through a function.

    A loop may end at once, and what a `try` holds may end anywhere. No way leads through `dead` statements.
    """

    def __init__(self, maker: ast.stmt, keys: Mapping[ast.stmt, frozenset[str]], dead: Set[ast.stmt]) -> None:
        self._maker = maker
        self._keys = keys
        self._dead = dead
        self.returned: dict[ast.Return, frozenset[str]] = {}

    def behind(self, body: Iterable[ast.stmt], keys: frozenset[str] | None) -> frozenset[str] | None:
        """The keys that are there behind some statements; `None` on ways that end or have no dictionary."""
        for node in body:
            if node in self._dead:
                return None
            if node is self._maker:
                keys = frozenset()
            if keys is not None:
                keys |= self._keys.get(node, frozenset())
            if isinstance(node, ast.Return) and keys is not None:
                self.returned[node] = keys
            if isinstance(node, (ast.Return, ast.Raise, ast.Break, ast.Continue)):
                return None
            ways = [way for block in _blocks(node) if (way := self.behind(block, keys)) is not None]
            if isinstance(node, ast.If):
                keys = frozenset.intersection(*ways) if ways else None
            elif keys is None and ways:
                keys = frozenset()
        return keys


def _blocks(node: ast.stmt) -> Iterator[Sequence[ast.stmt]]:
    """The blocks of a statement, and those of its handlers and cases; both of a condition."""
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        for one in (node, *getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            yield from (getattr(one, name) for name in ("body", "orelse", "finalbody") if hasattr(one, name))


def _value(node: ast.stmt) -> ast.expr | None:
    """What a statement returns, or gives names alone."""
    if isinstance(node, ast.Assign):
        return node.value if all(isinstance(one, ast.Name) for one in node.targets) else None
    return node.value if isinstance(node, ast.Return) else None


def _key(entry: tuple[ast.expr | None, ast.expr]) -> str:
    key, value = entry
    return ast.dump(value if key is None else key)
