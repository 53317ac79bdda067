"""Functions to which every call passes one of the same few things: an object of a class, or a session."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence, Set
from typing import Any, TypeAlias

from migrate.model.bindings import Bindings
from migrate.model.nodes import nodes_of
from migrate.syntax.arguments import passed_arguments, spread_arguments, value_of

FunctionOf: TypeAlias = Callable[[Bindings, ast.AST], Any]
Parameter: TypeAlias = "tuple[ast.FunctionDef, str]"


class Passing:
    """The calls of the functions of some modules; `function_of` gives the function that a node refers to."""

    def __init__(self, modules: Sequence[Bindings], function_of: FunctionOf) -> None:
        self._calls: dict[ast.FunctionDef, list[ast.Call]] = {}
        unclear: set[ast.FunctionDef] = set()
        for bindings in modules:
            called: dict[ast.AST, ast.Call] = {}
            for node in nodes_of(bindings.module.tree):  # a call comes before what is in it
                if isinstance(node, ast.Call):
                    called[node.func] = node
                elif isinstance(node, (ast.Name, ast.Attribute)):
                    found = function_of(bindings, node)
                    if found is not None and isinstance(found.node, ast.FunctionDef):
                        self._calls.setdefault(found.node, [])
                        self._calls[found.node] += [called[node]] if node in called else []
                        unclear |= {found.node} if node not in called or found.node.decorator_list else set()
        for function in unclear:
            del self._calls[function]

    def parameters(self, values: Set[ast.AST]) -> dict[Parameter, frozenset[ast.AST]]:
        """The parameters that are one of `values` in every call, or another such one, with what is passed.

        Only those of functions that are called and nothing else, and that leave them as they are.
        """
        known = set(values)
        found: dict[Parameter, frozenset[ast.AST]] = {}
        grows = True
        while grows:
            grows = False
            for function, calls in self._calls.items():
                for name in _given(function):
                    passed = frozenset(_passed(function, name, calls))
                    if (function, name) not in found and len(passed) == len(calls) and passed <= known:
                        found[function, name] = passed
                        known.update(reads(function, name))
                        grows = True
        return found


def reads(root: ast.AST, name: str) -> Iterator[ast.Name]:
    """Where code reads a name."""
    for node in nodes_of(root):
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
            yield node


def _given(function: ast.FunctionDef) -> Iterator[str]:
    """The parameters of a function that stand for what is passed wherever they are named in it."""
    arguments = function.args
    nodes = list(nodes_of(function))
    stored = {node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    named = [node.arg for node in nodes if isinstance(node, ast.arg)]
    for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        if argument.arg not in stored and named.count(argument.arg) == 1:
            yield argument.arg


def _passed(function: ast.FunctionDef, name: str, calls: Sequence[ast.Call]) -> Iterator[ast.AST]:
    for call in calls:
        arguments = passed_arguments(function, call)
        if arguments is not None and name in arguments and not spread_arguments(call):
            yield value_of(arguments[name])
