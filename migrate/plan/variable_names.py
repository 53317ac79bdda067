"""Which names of a module stand for variables, and what is computed of them, wherever functions pass them."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator

from migrate.model.bindings import Bindings
from migrate.model.nodes import nodes_of

_MAKES_VARIABLE = re.compile(r"(^|\.)(Variable|get_variable|variable|model_variable)$")
_VALUES = ("tensor", "values")
_SUMMARISES = re.compile(
    r"(summary\.(scalar|histogram|image|audio|tensor_summary)|(scalar|histogram|image|audio)_summary)$"
)
_Function = ast.FunctionDef | None
_Place = tuple[_Function, str]  # a name of a function, or of the module; an attribute of any object: `.name`


class VariableNames:
    """The places of a module that hold variables, or what is computed of nothing else.

    The order of statements counts for nothing, and a function's parameter holds what any call gives it.
    """

    def __init__(self, bindings: Bindings) -> None:
        self._bindings = bindings
        nodes = nodes_of(bindings.module.tree)
        self._functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
        self._by_name = {function.name: function for function in self._functions}
        # Inner functions come behind those around them, and so have the last word.
        self._scopes: dict[ast.AST, _Function] = {
            node: function for function in self._functions for node in nodes_of(function)
        }
        self._nodes = [node for node in nodes if isinstance(node, (ast.Assign, ast.Return, ast.Call))]
        self._places: set[_Place] = set()
        self._returning: set[tuple[ast.FunctionDef, int | None]] = set()  # which of several results, if so
        before = -1
        while before != (before := len(self._places) + len(self._returning)):
            for node in self._nodes:
                self._follow(node)

    @functools.cached_property
    def shares(self) -> bool:
        """Whether parts of the graph may find the variables of others by their names."""
        return any(
            isinstance(node, ast.keyword)
            and node.arg == "reuse"
            or isinstance(node, ast.Attribute)
            and node.attr in ("reuse_variables", "AUTO_REUSE")
            for node in nodes_of(self._bindings.module.tree)
        )

    def holds(self, node: ast.AST) -> bool:
        """Whether a name, or an attribute, may stand for a variable or for what is computed of some."""
        return isinstance(node, (ast.Name, ast.Attribute)) and self._is_of_variables(node)

    def summarised(self) -> Iterator[ast.Call]:
        """The calls in functions that summarise what is computed of variables alone."""
        for node in self._nodes:
            if not isinstance(node, ast.Call) or self._scopes.get(node) is None:
                continue
            symbol = self._bindings.tensorflow(node.func)
            if symbol is not None and _SUMMARISES.search(symbol):
                values = [*node.args[1:], *(one.value for one in node.keywords if one.arg in _VALUES)]
                if any(self._is_of_variables(value) for value in values):
                    yield node

    def _follow(self, node: ast.Assign | ast.Return | ast.Call) -> None:
        scope = self._scopes.get(node)
        if isinstance(node, ast.Call):
            called = self._called(node)
            names = [one.arg for one in called.args.args] if called is not None else []
            names = names[1:] if isinstance(node.func, ast.Attribute) else names
            given = [*zip(names, node.args, strict=False), *((one.arg, one.value) for one in node.keywords)]
            self._places |= {
                (called, name) for name, value in given if name is not None and self._is_of_variables(value)
            }
        elif isinstance(node, ast.Assign):
            bound = (pair for target in node.targets for pair in self._bound(target, node.value))
            self._places |= {place for one, holds in bound if holds and (place := self._place(one, scope))}
        elif node.value is not None and scope is not None:
            parts = enumerate(node.value.elts) if isinstance(node.value, ast.Tuple) else [(None, node.value)]
            self._returning |= {(scope, index) for index, value in parts if self._is_of_variables(value)}

    def _bound(self, target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, bool]]:
        """What an assignment binds, each with whether it gets what is computed of variables."""
        if not isinstance(target, ast.Tuple):
            yield target, self._is_of_variables(value)
        elif isinstance(value, ast.Tuple):
            yield from zip(target.elts, map(self._is_of_variables, value.elts), strict=False)
        elif isinstance(value, ast.Call) and (called := self._called(value)) is not None:
            for index, one in enumerate(target.elts):
                yield one, (called, index) in self._returning

    def _called(self, call: ast.Call) -> ast.FunctionDef | None:
        named = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        return self._by_name.get(named) if self._bindings.tensorflow(call.func) is None else None

    def _place(self, node: ast.expr, scope: _Function) -> _Place | None:
        if isinstance(node, ast.Attribute):
            return None, f".{node.attr}"
        return (scope, node.id) if isinstance(node, ast.Name) else None

    def _is_of_variables(self, value: ast.expr) -> bool:
        """Whether an expression is a variable, or is computed of variables and constants."""
        if isinstance(value, ast.Call):
            symbol = self._bindings.tensorflow(value.func) or ""
            called = self._called(value)
            if _MAKES_VARIABLE.search(symbol) or called is not None and (called, None) in self._returning:
                return True
            if not symbol:
                return False
        if isinstance(value, (ast.Name, ast.Attribute)):
            places = [self._place(value, scope) for scope in (self._scopes.get(value), None)]
            return any(place in self._places for place in places)
        parts = [one for one in ast.iter_child_nodes(value) if isinstance(one, ast.expr)]
        parts += [one.value for one in getattr(value, "keywords", ())]
        of_variables = [part for part in parts if self._is_of_variables(part)]
        others = [part for part in parts if part not in of_variables and not self._is_constant(part)]
        return bool(of_variables) and not others

    def _is_constant(self, part: ast.expr) -> bool:
        names = [one for one in nodes_of(part) if isinstance(one, ast.Name)]
        return all(self._bindings.dotted.get(one) is not None for one in names) or (
            self._bindings.tensorflow(part) is not None
        )
