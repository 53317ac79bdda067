"""The names that a statement reads, and those of what it changes."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from migrate.model.driver import Point
from migrate.model.nodes import children_of, nodes_of, walk_scope

from ..vocabulary import MUTATING_METHODS
from .bindings import parameters

# The points that may have given each name the value that it has at some place.
Environment: TypeAlias = Mapping[str, frozenset[Point]]


def names_of(node: ast.AST) -> Iterator[ast.Name]:
    """The names of a statement that belong to the driver's scope, free names of inner functions included."""
    if isinstance(node, (ast.FunctionDef, ast.Lambda)):
        own = set(parameters(node))
        if isinstance(node, ast.FunctionDef):
            own |= {
                name.id
                for statement in node.body
                for name in walk_scope(statement)
                if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
            }
        outside = _outside_of_function(node)
        for one in outside:
            yield from names_of(one)
        for child in (*children_of(node), *children_of(node.args)):
            if child not in outside and child is not node.args:
                yield from (name for name in names_of(child) if name.id not in own)
    elif isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
        own = {
            name.id
            for generator in node.generators
            for name in nodes_of(generator.target)
            if isinstance(name, ast.Name)
        }
        first = node.generators[0].iter  # which is evaluated around the comprehension
        yield from names_of(first)
        inside = (one for child in children_of(node) for one in _parts(child) if one is not first)
        yield from (name for one in inside for name in names_of(one) if name.id not in own)
    else:
        if isinstance(node, ast.Name):
            yield node
        for child in children_of(node):
            yield from names_of(child)


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """A part of a comprehension; of a `for` in it its target, what it goes through, and its conditions."""
    yield from children_of(node) if isinstance(node, ast.comprehension) else [node]


def _outside_of_function(node: ast.FunctionDef | ast.Lambda) -> list[ast.expr]:
    """What is computed where a function is defined, in which no name is one of its own."""
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    return [*decorators, *node.args.defaults, *(one for one in node.args.kw_defaults if one is not None)]


def bound_around(roots: Iterable[ast.AST], node: ast.AST) -> frozenset[str]:
    """The names that lambdas and comprehensions around a node bind: other values at each turn or call."""
    found: set[str] = set()
    for inner in (one for root in roots for one in nodes_of(root)):
        if isinstance(inner, ast.Lambda) and node in nodes_of(inner):
            found.update(parameters(inner))
        elif isinstance(inner, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
            targets = (name for generator in inner.generators for name in nodes_of(generator.target))
            if node in nodes_of(inner):
                found.update(name.id for name in targets if isinstance(name, ast.Name))
    return frozenset(found)


def of_super(node: ast.AST) -> Sequence[ast.expr]:
    """The class and the object that `super(Model, self)` names, for a method of a class above."""
    return node.args if isinstance(node, ast.Call) and is_super(node) else []


def is_super(node: ast.AST) -> bool:
    """Whether it is a call of `super`, for the methods of the classes above."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"


def root_name(node: ast.AST) -> str | None:
    """`x` of `x.a[0].b`."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def listed(node: ast.stmt) -> Iterator[ast.expr]:
    """The elements of a list that a statement gives a name, or adds to one that has a name."""
    if isinstance(node, ast.Assign) and all(isinstance(target, ast.Name) for target in node.targets):
        if isinstance(node.value, (ast.List, ast.Tuple)):
            yield from node.value.elts
        elif isinstance(node.value, ast.ListComp):
            yield node.value.elt
    call = node.value if isinstance(node, ast.Expr) else None
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
        is_named = isinstance(call.func.value, ast.Name) and call.func.attr in MUTATING_METHODS
        yield from call.args if is_named else ()


def changes_scope(node: ast.AST) -> bool:
    """Whether it is a method, such as `….reuse_variables`, that changes a variable scope."""
    return isinstance(node, ast.Attribute) and node.attr in _CHANGING_SCOPE


_CHANGING_SCOPE = frozenset(
    {
        "reuse_variables",
        "set_caching_device",
        "set_custom_getter",
        "set_dtype",
        "set_initializer",
        "set_partitioner",
        "set_regularizer",
        "set_use_resource",
    }
)
