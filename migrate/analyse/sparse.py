"""Which values of a graph may be sparse, tensors or gradients: a run gives several arrays for each."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from migrate.model.bindings import Bindings
from migrate.model.driver import Driver, Point
from migrate.model.nodes import nodes_of

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

    return _Search(tree).finds(_Value(node, driver.bindings_at(at), given_at(at)))


class _Search:
    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._seen: set[ast.expr] = set()

    def finds(self, value: _Value) -> bool:
        """Whether it may be sparse; what was looked at before is not looked at again."""
        node = value.node
        if node in self._seen or isinstance(node, (ast.Constant, ast.Compare, ast.Lambda)):
            return False
        self._seen.add(node)
        if isinstance(node, ast.Name):
            return any(map(self.finds, value.given(node.id)))
        if isinstance(node, ast.Call):
            symbol = value.bindings.tensorflow(node.func)
            if symbol is not None and not _KEEPS.match(symbol):
                return bool(_GIVES.match(symbol))
            if symbol is None and isinstance(node.func, ast.Attribute) and node.func.attr in _GIVING_METHODS:
                return True
            function = self._tree.function(value.bindings, node.func)
            if function is not None and isinstance(function.node, ast.FunctionDef):
                return any(map(self.finds, _returned(function, function.node, node, value)))
        inner = (one for one in ast.iter_child_nodes(node) if isinstance(one, ast.expr))
        return any(self.finds(_Value(one, value.bindings, value.given)) for one in inner)


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
