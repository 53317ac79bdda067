"""Names of a function for parts of the graph, or for lists of them: these are written where they are run.

`fetches = [self.train_op, self.loss]` goes, and `self.sess.run(fetches)` becomes
`self.sess.run([self.train_op, self.loss])`. Between the two, nothing may change what the list is made of.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from migrate.model.bindings import Bindings
from migrate.model.edit import Code, FileEdits, Replacement
from migrate.model.effects import inside
from migrate.model.nodes import declared_names, nodes_of
from migrate.syntax.assignments import given_names

from .lasting import BY_TEXT, gives, is_lasting
from .program import Form, Program, gone

_INNER = (
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.Yield, ast.YieldFrom),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
)
_LISTS = (ast.List, ast.Tuple, ast.Dict)
_MADE_OF = (*_LISTS, ast.Name, ast.Attribute, ast.Constant, ast.expr_context)
_WITH_BODY = (ast.If, ast.For, ast.While, ast.With)
_SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Return)


def with_fetches_written_out(program: Program) -> Form:
    """The form of a program in which its functions have no such names."""
    edits: list[tuple[Path, FileEdits]] = []
    makers: dict[ast.stmt, Sequence[ast.stmt]] = {}
    told: list[tuple[Path, ast.AST, str]] = []
    for bindings, function in program.blocks():
        if isinstance(function, ast.FunctionDef):
            path = bindings.module.path
            for maker, uses in _Names(program, bindings, function).written_out():
                edits.append((path, FileEdits(tuple(one.edit for one in uses))))
                makers[maker] = uses[0].body
                told.append((path, maker, "names for what is run, which is written where it is run"))
    return Form([*edits, *program.laid_out(gone(makers))], told)


@dataclass(frozen=True)
class _Use:
    """A place that reads a name, the statement that gave it the value, and what is run from there to it."""

    name: ast.Name
    value: ast.expr
    maker: ast.stmt
    body: Sequence[ast.stmt]
    last: ast.stmt

    @property
    def edit(self) -> Replacement:
        """The value in the place of the name; a tuple is written without parentheses, perhaps."""
        if not isinstance(self.value, ast.Tuple):
            return Replacement(self.name, Code("{value}", {"value": self.value}))
        parts: dict[str, ast.AST] = {f"p_{index}": one for index, one in enumerate(self.value.elts)}
        written = ", ".join(f"{{{name}}}" for name in parts) + ("," if len(parts) == 1 else "")
        return Replacement(self.name, Code(f"({written})", parts))

    @property
    def between(self) -> Iterator[ast.stmt]:
        """The statements behind that which gave the value, up to the one around the place."""
        first, last = self.body.index(self.maker), self.body.index(self.last)
        for one in self.body[first + 1 : last + 1]:
            yield one
            yield from inside(one)


class _Names:
    """The local names of one function."""

    def __init__(self, program: Program, bindings: Bindings, function: ast.FunctionDef) -> None:
        self._effects = program.effects
        self._function = function
        nodes = [inner for one in function.body for inner in nodes_of(one)]
        self._names = [one for one in nodes if isinstance(one, ast.Name) and "." not in one.id]
        self._inner = {name for one in nodes if isinstance(one, _INNER) for name in nodes_of(one)}
        self._shared = declared_names(nodes)
        self._blocks = [function.body, *(one.body for one in nodes if isinstance(one, _WITH_BODY))]
        calls = (one for one in nodes if isinstance(one, ast.Call) and one.func not in bindings.dotted)
        self._runs = [one for one in calls if isinstance(one.func, ast.Attribute) and one.func.attr == "run"]
        self._is_plain = not any(isinstance(one, (ast.Yield, ast.YieldFrom, ast.Await)) for one in nodes)
        self._is_plain &= BY_TEXT.isdisjoint(one.id for one in self._names)

    def written_out(self) -> Iterator[tuple[ast.stmt, Sequence[_Use]]]:
        """The statements that only give such names, each with the places where these are read."""
        names = {name for name in self._run_names() if self._is_plain and name not in self._shared}
        uses = {name: self._uses(name) for name in names}
        by_maker: dict[ast.stmt, list[_Use]] = {}
        for one in (one for found in uses.values() for one in found):
            by_maker.setdefault(one.maker, []).append(one)
        for maker, found in by_maker.items():
            given = {name for name, _ in _given(maker)}
            is_inner = any(one.last in by_maker for one in found)  # in what is written elsewhere itself
            is_whole = all(uses.get(name) for name in given) and not is_inner
            if is_whole and self._is_lasting(maker, found):
                yield maker, found

    def _run_names(self) -> Iterator[str]:
        """The names of what is run, or among what is."""
        for call in self._runs:
            for fetched in _fetched(call):
                yield from (one.id for one in nodes_of(fetched) if one in self._names)

    def _uses(self, name: str) -> list[_Use]:
        """All places that read a name, if each surely finds what one such statement gave it."""
        reads = [one for one in self._names if one.id == name and isinstance(one.ctx, ast.Load)]
        if any(isinstance(one.ctx, ast.Del) for one in self._names if one.id == name):
            return []
        found = [self._use(one) for one in reads if one not in self._inner]
        known = [one for one in found if one is not None]
        return known if len(known) == len(reads) else []

    def _use(self, name: ast.Name) -> _Use | None:
        """Where a name that is read got its value, in a statement of the same block or of one around."""
        place: Sequence[tuple[Sequence[ast.stmt], ast.stmt]] = _around(self._function, name)
        for body, statement in reversed(place):
            if not isinstance(statement, _SIMPLE) and gives(statement, name.id):
                return None
            for one in reversed(body[: body.index(statement)]):
                if gives(one, name.id):
                    value = dict(_given(one)).get(name.id)
                    if value is None or not self._may_be_written(name, value) or body not in self._blocks:
                        return None
                    return _Use(name, value, one, body, statement)
        return None

    def _may_be_written(self, name: ast.Name, value: ast.expr) -> bool:
        """Whether it does not matter if a list is made anew: it is only run."""
        is_list = any(isinstance(one, _LISTS) for one in nodes_of(value))
        return not is_list or any(name in _fetched(call) for call in self._runs)

    def _is_lasting(self, maker: ast.stmt, uses: Sequence[_Use]) -> bool:
        """Whether what a statement reads is the same in all places, and reading it does nothing."""
        code = [maker, *(one for use in uses for one in use.between)]
        return is_lasting(self._effects, maker, code, self._shared)


def _given(statement: ast.stmt) -> Sequence[tuple[str, ast.expr]]:
    """The names that a statement gives to parts of objects or to lists of them, if it does nothing else."""
    is_one = isinstance(statement, ast.Assign) and len(statement.targets) == 1
    given = given_names(statement) if is_one and isinstance(statement, ast.Assign) else []
    nodes = [one for _, value in given for one in nodes_of(value)]
    is_plain = all(isinstance(one, _MADE_OF) for one in nodes)
    is_plain &= not any(isinstance(one, ast.Dict) and None in one.keys for one in nodes)
    is_part = all(any(isinstance(one, ast.Name) for one in nodes_of(value)) for _, value in given)
    return given if is_plain and is_part and "." not in "".join(name for name, _ in given) else []


def _around(function: ast.FunctionDef, node: ast.AST) -> list[tuple[Sequence[ast.stmt], ast.stmt]]:
    """The statements around a node, each in its block, the outermost first."""
    found: list[tuple[Sequence[ast.stmt], ast.stmt]] = []
    pending: list[Sequence[ast.stmt]] = [function.body]
    while pending:
        body = pending.pop()
        for one in body:
            if node in nodes_of(one):
                found.append((body, one))
                pending = list(_bodies(one))
    return found


def _bodies(statement: ast.AST) -> Iterator[Sequence[ast.stmt]]:
    for field in ("body", "orelse", "finalbody"):
        body = getattr(statement, field, None)
        if isinstance(body, list):
            yield body
    for handler in getattr(statement, "handlers", ()):
        yield handler.body


def _fetched(call: ast.Call) -> list[ast.expr]:
    """What a call runs."""
    return [*call.args[:1], *(one.value for one in call.keywords if one.arg == "fetches")]
