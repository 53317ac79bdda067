"""What the iterations of a loop have to do with each other: names that carry values on, jumps that end it."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Sequence

from migrate.model.nodes import nodes_of

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
TRIES = (ast.Try, ast.TryStar) if sys.version_info >= (3, 11) else (ast.Try,)


def carried_names(loop: ast.For | ast.AsyncFor) -> set[str]:
    """The names that an iteration may read as an earlier one has left them."""
    reading = _Reading()
    reading.block(loop.body, reading.written([loop.target]))
    return reading.exposed & reading.written(loop.body)


def leaves_early(loop: ast.For | ast.AsyncFor, *, caught: bool = False) -> ast.stmt | None:
    """A jump by which a loop ends before it has gone through everything; none if no iteration has one.

    Exceptions that it raises are such where they are `caught` around the loop; else the program ends.
    """
    jumps = (ast.Return, ast.Raise) if caught else (ast.Return,)
    return next(_jumps(loop.body, (*jumps, ast.Break)), None)


def _jumps(body: Sequence[ast.stmt], kinds: tuple[type[ast.stmt], ...]) -> Iterator[ast.stmt]:
    for node in body:
        if isinstance(node, kinds):
            yield node
        elif not isinstance(node, _FUNCTIONS):
            handled = (
                ast.Break if isinstance(node, _LOOPS) else ast.Raise if isinstance(node, TRIES) else None
            )
            for name, part in ast.iter_fields(node):
                if isinstance(part, list):
                    ends = name in ("body", "cases") and handled is not None  # not in `else`, nor in handlers
                    inner = tuple(kind for kind in kinds if kind is not handled) if ends else kinds
                    yield from _jumps(_statements(part), inner)


def _statements(parts: Iterable[object]) -> list[ast.stmt]:
    found = list[ast.stmt]()
    for part in parts:
        if isinstance(part, ast.stmt):
            found.append(part)
        elif isinstance(part, (ast.ExceptHandler, ast.match_case)):
            found.extend(part.body)
    return found


class _Reading:
    """Goes through the statements of an iteration; `exposed` are names that are read before they are written.

    The names that are surely written go along; `None` stands for where no control flow comes to.
    """

    def __init__(self) -> None:
        self.exposed = set[str]()

    @staticmethod
    def written(nodes: Iterable[ast.AST]) -> set[str]:
        """The names that some code binds, in its own scope."""
        return {
            one.id
            for node in nodes
            for one in _own(node)
            if isinstance(one, ast.Name) and isinstance(one.ctx, (ast.Store, ast.Del))
        }

    def block(self, body: Sequence[ast.stmt], sure: set[str] | None) -> set[str] | None:
        for node in body:
            sure = self._statement(node, sure)
        return sure

    def _read(self, nodes: Iterable[ast.AST | None], sure: set[str] | None) -> None:
        if sure is not None:
            for node in nodes:
                self.exposed |= _loaded(node) - sure if node is not None else set()

    def _statement(self, node: ast.stmt, sure: set[str] | None) -> set[str] | None:
        if sure is None:
            return None
        if isinstance(node, (ast.If, ast.Match)):
            self._read([node.test if isinstance(node, ast.If) else node.subject], sure)
            cases = [node.body, node.orelse] if isinstance(node, ast.If) else [one.body for one in node.cases]
            ends = [
                self.block(body, set(sure))
                for body in (*cases, *([[]] if isinstance(node, ast.Match) else []))
            ]
            reached = [one for one in ends if one is not None]
            return set.intersection(*reached) if reached else None
        if isinstance(node, _LOOPS):
            head = node.test if isinstance(node, ast.While) else node.iter
            self._read([head], sure)
            bound = set() if isinstance(node, ast.While) else self.written([node.target])
            self.block(node.body, sure | bound)
            self.block(node.orelse, set(sure))
            return sure
        if isinstance(node, (ast.With, ast.AsyncWith)):
            for item in node.items:
                self._read([item.context_expr], sure)
                sure = sure | self.written([item])
            return self.block(node.body, sure)
        if isinstance(node, TRIES):
            for body in (node.body, *(one.body for one in node.handlers), node.orelse):
                self.block(body, set(sure))
            return self.block(node.finalbody, sure)
        self._read([node], sure)
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            self.exposed |= {node.target.id} - sure
        if isinstance(node, (ast.Return, ast.Raise, ast.Continue, ast.Break)):
            return None
        bound = {node.name} if isinstance(node, (ast.FunctionDef, ast.ClassDef)) else self.written([node])
        return sure | bound


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes under one, without those in functions and comprehensions, whose names are their own."""
    pending = [node]
    while pending:
        one = pending.pop()
        yield one
        if not isinstance(one, (*_FUNCTIONS, *_COMPREHENSIONS)):
            pending.extend(ast.iter_child_nodes(one))


def _loaded(node: ast.AST) -> set[str]:
    """The names that code reads when it runs, or when what it defines does, without those of its own."""
    if isinstance(node, ast.Name):
        return {node.id} if isinstance(node.ctx, ast.Load) else set()
    found = set[str]().union(*(_loaded(one) for one in ast.iter_child_nodes(node)))
    if isinstance(node, _COMPREHENSIONS):
        return found - {
            one.id for part in node.generators for one in nodes_of(part.target) if isinstance(one, ast.Name)
        }
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        return found - {one.arg for one in nodes_of(node.args) if isinstance(one, ast.arg)}
    return found
