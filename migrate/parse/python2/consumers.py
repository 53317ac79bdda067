"""What is done with the value of an expression: whether it has to be a list there."""

from __future__ import annotations

import ast
import enum
from collections.abc import Iterator

from .text import Text

# What takes any iterable, and goes through it at once or as it is itself gone through.
_CONSUMERS = frozenset(
    [
        "all",
        "any",
        "chain",
        "Counter",
        "deque",
        "dict",
        "enumerate",
        "filter",
        "frozenset",
        "iter",
        "izip",
        "list",
        "map",
        "max",
        "min",
        "OrderedDict",
        "set",
        "sorted",
        "sum",
        "tuple",
        "xrange",
        "zip",
    ]
)
_CONSUMING_METHODS = frozenset({"apply_gradients", "extend", "fromkeys", "join", "update", "writelines"})
_ALSO_OF_NUMPY = frozenset({"all", "any", "max", "min", "sum"})  # which `from numpy import *` brings
_OF_SEQUENCES = frozenset({"len", "reversed"})
_MUTATING = frozenset(
    [
        "add",
        "append",
        "clear",
        "difference_update",
        "discard",
        "extend",
        "insert",
        "pop",
        "popitem",
        "remove",
        "reverse",
        "setdefault",
        "sort",
        "update",
    ]
)


class Kind(enum.Enum):
    """What Python 3 gives where Python 2 gave a list."""

    VIEW = "of a dictionary: it has a length, and sees what the dictionary becomes"
    RANGE = "it has a length and elements, and never changes"
    ITERATOR = "gone through once, as it is asked"


def is_iterated(text: Text, node: ast.expr) -> bool:
    """Whether a node's elements alone are asked for, from the first on, and once."""
    parent = text.parents[node]
    if isinstance(parent, (ast.For, ast.comprehension)):
        return parent.iter is node
    if isinstance(parent, ast.Starred):
        return isinstance(text.parents[parent], ast.Call)
    if isinstance(parent, ast.Assign):
        return len(parent.targets) == 1 and isinstance(parent.targets[0], (ast.Tuple, ast.List))
    return isinstance(parent, ast.Call) and node in parent.args and _consumes(text, parent, node)


def has_to_be_a_list(text: Text, node: ast.expr, kind: Kind) -> bool:
    """Whether the program could tell a list from what Python 3 gives; in doubt, yes."""
    parent = text.parents[node]
    if is_iterated(text, node):
        return kind is not Kind.RANGE and _changes_meanwhile(text, node)
    if isinstance(parent, ast.Compare):
        return not (
            node in parent.comparators and all(isinstance(op, (ast.In, ast.NotIn)) for op in parent.ops)
        )
    if kind is Kind.ITERATOR:
        return True
    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name) and parent.args == [node]:
        return not (parent.func.id in _OF_SEQUENCES and text.is_builtin(parent.func))
    if isinstance(parent, (ast.If, ast.While, ast.UnaryOp)):
        return isinstance(parent, ast.UnaryOp) and not isinstance(parent.op, ast.Not)
    if kind is Kind.RANGE and isinstance(parent, ast.Call) and node in parent.args:
        return not _takes_ranges(parent.func)
    return not isinstance(parent, ast.Expr)


def _consumes(text: Text, call: ast.Call, node: ast.expr) -> bool:
    """Whether what is called goes through its argument."""
    if isinstance(call.func, ast.Attribute):
        return call.func.attr in _CONSUMING_METHODS or call.func.attr in _CONSUMERS and _is_module(call.func)
    if not isinstance(call.func, ast.Name) or call.func.id not in _CONSUMERS:
        return False
    if call.func.id in ("map", "filter") and call.args and call.args[0] is node:
        return False
    if text.imports_stars and call.func.id in _ALSO_OF_NUMPY:
        return False
    return text.is_builtin(call.func) or call.func.id in ("chain", "Counter", "deque", "izip", "OrderedDict")


def _is_module(function: ast.Attribute) -> bool:
    return isinstance(function.value, ast.Name) and function.value.id in ("collections", "itertools")


def _takes_ranges(function: ast.expr) -> bool:
    """Whether it is one of NumPy's, which take a range for an array, or chooses from a sequence."""
    if ast.unparse(function) in ("random.choice", "random.sample"):
        return True
    while isinstance(function, ast.Attribute):
        function = function.value
    return isinstance(function, ast.Name) and function.id in ("np", "numpy")


def _changes_meanwhile(text: Text, node: ast.expr) -> bool:
    """Whether a loop changes what its elements come from, which a list made before would not have seen."""
    loop = next((outer for outer in text.above(node) if isinstance(outer, ast.stmt)), None)
    if not isinstance(loop, ast.For):
        return False
    sources = {ast.unparse(part) for part in _objects(node)}
    return any(
        changed is not None and ast.unparse(changed) in sources
        for statement in loop.body
        for changed in map(_changed, ast.walk(statement))
    )


def _objects(node: ast.expr) -> Iterator[ast.expr]:
    """The names and attributes that elements may come from."""
    for part in ast.walk(node):
        if isinstance(part, (ast.Name, ast.Attribute)):
            yield part


def _changed(node: ast.AST) -> ast.expr | None:
    """The object that a node changes."""
    if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
        return node.value
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _MUTATING:
        return node.func.value
    return None
