"""Which functions run when a module is imported, or run as a program, by whatever this calls."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from migrate.model.bindings import Bindings
from migrate.model.effects import code_of
from migrate.syntax.closure import closure

from ..names.definitions import Function

Called = Callable[[Bindings, Iterable[ast.AST]], Iterable[Function]]


def run_by(modules: Sequence[Bindings], called: Called) -> Iterator[tuple[Function, frozenset[Path]]]:
    """The functions that run with some modules, each once, with the paths of the modules that run it.

    `called` gives the functions that some code of a module calls: it is asked once for each function. The
    cost is that, and one step for each function and each module that runs it.
    """
    following: dict[ast.AST, list[Function]] = {}

    def follow(one: Function) -> list[Function]:
        if one.node not in following:
            following[one.node] = list(called(one.bindings, code_of(one.node)))
        return following[one.node]

    found: dict[ast.AST, tuple[Function, set[Path]]] = {}
    for bindings in modules:
        starts = called(bindings, code_of(bindings.module.tree))
        for one in closure(starts, follow, key=lambda one: one.node):
            found.setdefault(one.node, (one, set()))[1].add(bindings.module.path)
    for one, paths in found.values():
        yield one, frozenset(paths)
