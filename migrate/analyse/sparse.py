"""Which values of a graph may be sparse, tensors or gradients: a run gives several arrays for each."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from migrate.model.bindings import Bindings
from migrate.model.driver import Driver, Point
from migrate.model.nodes import children_of, nodes_of
from migrate.syntax.closure import closure

from .comparisons import passed
from .definitions import Function
from .tree import Tree

_GIVES = re.compile(
    r"tf\.(sparse[._](?!.*(dense|matmul|segment|indicator|reduce_(max|sum)$))|SparseTensor|sets\.|string_split$|"
    r"strings\.split$|parse_(single_)?example$|io\.parse_(single_)?example$|contrib\.layers\.dense_to_sparse$|"
    r"nn\.ctc_(greedy|beam_search)_decoder|convert_to_tensor_or_sparse_tensor$|gradients$)"
)
_GIVING_METHODS = ("compute_gradients",)
# What gives a sparse tensor for a sparse one, or what a function in it gives.
_KEEPS = re.compile(
    r"tf\.(\w+\.)*(cast|identity|to_\w+|clip_by_\w+|abs|negative|sign|square|sin|tan|tanh|cond|while_loop)$"
)


@dataclass(frozen=True)
class _Value:
    """An expression, in the names of some code; `given` tells what may have given a name its value."""

    node: ast.expr
    bindings: Bindings
    given: _Given


_Given: TypeAlias = Callable[[str], Iterable[_Value]]


def may_be_sparse(tree: Tree, driver: Driver, node: ast.expr, at: Point) -> bool:
    """Whether an expression at a point may stand for a sparse tensor, or for a list that has one."""

    def given_at(point: Point) -> _Given:
        def given(name: str) -> Iterator[_Value]:
            for source in point.uses.get(name, ()):
                for root in source.own_nodes:
                    value = root.value if isinstance(root, (ast.Assign, ast.AugAssign, ast.Expr)) else root
                    if isinstance(value, ast.expr):
                        yield _Value(value, driver.bindings_at(source), given_at(source))

        return given

    start = _Value(node, driver.bindings_at(at), given_at(at))
    return any(map(_gives, closure([start], partial(_following, tree), key=lambda value: value.node)))


def _gives(value: _Value) -> bool:
    """Whether an expression calls what may give something sparse by itself."""
    node = value.node
    if not isinstance(node, ast.Call):
        return False
    symbol = value.bindings.tensorflow(node.func)
    if symbol is not None:
        return not _KEEPS.match(symbol) and bool(_GIVES.match(symbol))
    return isinstance(node.func, ast.Attribute) and node.func.attr in _GIVING_METHODS


def _following(tree: Tree, value: _Value) -> Iterator[_Value]:
    """The expressions that an expression may be sparse by."""
    node = value.node
    if isinstance(node, (ast.Constant, ast.Compare, ast.Lambda)):
        return
    if isinstance(node, ast.Name):
        yield from value.given(node.id)
        return
    if isinstance(node, ast.Call):
        symbol = value.bindings.tensorflow(node.func)
        if symbol is not None and not _KEEPS.match(symbol):
            return
        function = tree.function(value.bindings, node.func)
        if function is not None and isinstance(function.node, ast.FunctionDef):
            yield from _returned(function, function.node, node, value)
            return
    for inner in children_of(node):
        if isinstance(inner, ast.expr):
            yield _Value(inner, value.bindings, value.given)


def _returned(
    function: Function, definition: ast.FunctionDef, call: ast.Call, at: _Value
) -> Iterator[_Value]:
    """What a function may return to a call."""
    arguments = passed(definition, call)

    def given(name: str) -> Iterator[_Value]:
        if name in arguments:
            yield _Value(arguments[name], at.bindings, at.given)
        for node in nodes_of(definition):
            if isinstance(node, ast.Assign):
                names = (one for target in node.targets for one in nodes_of(target))
                if any(isinstance(one, ast.Name) and one.id == name for one in names):
                    yield _Value(node.value, function.bindings, given)

    for node in nodes_of(definition):
        if isinstance(node, ast.Return) and node.value is not None:
            yield _Value(node.value, function.bindings, given)
