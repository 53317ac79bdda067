"""Statements that only look at the names and shapes of the variables that there are, and tell them."""

from __future__ import annotations

import ast
from collections.abc import Collection

from migrate.model.bindings import Bindings
from migrate.model.driver import Point
from migrate.model.kinds import GRAPH_STATE, GRAPH_VALUES, Role
from migrate.model.nodes import nodes_of

from ..program.tree import Tree
from ..vocabulary import role_of


def tells_variables(tree: Tree, bindings: Bindings, point: Point) -> bool:
    """Whether a statement lists variables, gives nothing to others, and does not ask for their values.

    Outside of a graph a variable has a name, a shape and a type as inside of one; hardly more is the same.
    """
    node = point.node
    is_call = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    if not is_call or Role.READS_VARIABLES not in point.roles or point.roles - _LISTING:
        return False
    given = (one for name, sources in point.uses.items() if name not in GRAPH_STATE for one in sources)
    if point.obstacles or any(one.kind in GRAPH_VALUES for one in given):
        return False
    called = tree.called(*tree.run_by(bindings, [node]))
    return _only_prints(tree, bindings, node) and all(
        _only_prints(tree, one.bindings, one.node) for one in called
    )


_LISTING = frozenset({Role.READS_VARIABLES, Role.HOST})


def _only_prints(tree: Tree, bindings: Bindings, root: ast.AST) -> bool:
    called = {node.func for node in nodes_of(root) if isinstance(node, ast.Call)}
    inside = (node for node in nodes_of(root) if node is not root)
    return all(_is_plain(tree, bindings, node, called) for node in inside)


def _is_plain(tree: Tree, bindings: Bindings, node: ast.AST, called: Collection[ast.AST]) -> bool:
    if isinstance(node, _NEVER):
        return False
    if isinstance(node, ast.Compare):  # by value, where variables are compared by what they are
        by_what_they_are = any(isinstance(op, (ast.Eq, ast.NotEq, ast.In, ast.NotIn)) for op in node.ops)
        sides = (node.left, *node.comparators)
        return not by_what_they_are or any(isinstance(side, ast.Constant) for side in sides)
    if isinstance(node, (ast.Name, ast.Attribute)) and node in bindings.dotted:
        is_own = node in called and tree.function(bindings, node) is not None
        return node in bindings.prefixes or is_own or _is_known(bindings, node)
    if isinstance(node, ast.Attribute):
        return node.attr in (_METHODS if node in called else _ATTRIBUTES)
    if isinstance(node, ast.Name) and node in called:
        is_builtin = node.id in _BUILTINS and node.id not in bindings.bound and node not in bindings.shadowed
        return is_builtin or tree.function(bindings, node) is not None
    return True


def _is_known(bindings: Bindings, node: ast.AST) -> bool:
    """Whether an imported name stands for what looks at variables, or does sums with their sizes."""
    symbol = bindings.tensorflow(node)
    if symbol is None:
        return bindings.dotted[node] in _FUNCTIONS
    tells = symbol.startswith("tf.logging.") or symbol.endswith(".model_analyzer.analyze_vars")
    return tells or role_of(symbol) is Role.READS_VARIABLES


_NEVER = (
    ast.AsyncFunctionDef,
    ast.Await,
    ast.ClassDef,
    ast.Dict,  # whose keys could be variables
    ast.DictComp,
    ast.FunctionDef,
    ast.Global,
    ast.Import,
    ast.ImportFrom,
    ast.Lambda,
    ast.Nonlocal,
    ast.Set,
    ast.SetComp,
    ast.Try,
    ast.With,
    ast.Yield,
    ast.YieldFrom,
)
_FUNCTIONS = frozenset(
    {"numpy.prod", "numpy.product", "numpy.sum", "math.log", "math.log10", "logging.info", "pprint.pprint"}
)
_BUILTINS = frozenset({"enumerate", "float", "format", "int", "len", "list", "max", "min", "print", "range"})
_BUILTINS |= {"repr", "round", "str", "sum", "tuple", "zip"}
_ATTRIBUTES = frozenset({"dims", "dtype", "name", "ndims", "shape", "size"})
_METHODS = frozenset({"append", "as_list", "count", "endswith", "extend", "format", "get_shape", "info"})
_METHODS |= {"join", "ljust", "lower", "num_elements", "replace", "rjust", "split", "startswith", "strip"}
