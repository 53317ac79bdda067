"""Functions that compare what they are passed: a tensor by identity in TF 1, by value in TF 2."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import TypeGuard

from migrate.model.bindings import Bindings
from migrate.model.kinds import Role
from migrate.model.nodes import nodes_of

from .bindings import parameters
from .definitions import Function
from .namespaces import given_parameters
from .tree import Tree


def passed(function: ast.FunctionDef, call: ast.Call) -> Mapping[str, ast.expr]:
    """What a call gives to the parameters of a function."""
    given = dict(zip(given_parameters(function), call.args, strict=False))
    return given | {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg is not None}


def compared_parameters(
    tree: Tree, function: Function, within: frozenset[ast.AST] = frozenset()
) -> frozenset[str]:
    """The parameters that a function compares, itself or by functions that it hands them to."""
    if not isinstance(function.node, ast.FunctionDef) or function.node in within:
        return frozenset()
    found = {side.id for side in _compared(function.node) if isinstance(side, ast.Name)}
    for node in nodes_of(function.node):
        callee = tree.function(function.bindings, node.func) if isinstance(node, ast.Call) else None
        if isinstance(node, ast.Call) and callee is not None and isinstance(callee.node, ast.FunctionDef):
            names = compared_parameters(tree, callee, within | {function.node})
            values = (value for name, value in passed(callee.node, node).items() if name in names)
            found |= {value.id for value in values if isinstance(value, ast.Name)}
    return frozenset(found & set(parameters(function.node)))


def looks_up_variables(tree: Tree, bindings: Bindings, root: ast.AST) -> bool:
    """Whether code, or a function that it calls, looks up the variables that there are, one after the other.

    As keys of a dictionary, or by comparing them.
    """
    named = (tree.function(bindings, node.func) for node in nodes_of(root) if isinstance(node, ast.Call))
    reached = [one for callee in named if callee is not None for one in tree.called(callee)]
    return _looks_up(tree, bindings, root) or any(_function_looks_up(tree, one) for one in reached)


def _function_looks_up(tree: Tree, function: Function) -> bool:
    if function.node not in tree.looking_up:
        tree.looking_up[function.node] = _looks_up(tree, function.bindings, function.node)
    return tree.looking_up[function.node]


def _looks_up(tree: Tree, bindings: Bindings, root: ast.AST) -> bool:
    for node in nodes_of(root):
        loops = node.generators if isinstance(node, _COMPREHENSIONS) else [node]
        for loop in loops:
            if isinstance(loop, (ast.For, ast.comprehension)) and _lists(tree, bindings, loop.iter):
                each = {one.id for one in nodes_of(loop.target) if isinstance(one, ast.Name)}
                keys = [*_keys(node), *_compared(node), *_searched(node)]
                if any(isinstance(one, ast.Name) and one.id in each for one in keys):
                    return True
    return False


_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def _lists(tree: Tree, bindings: Bindings, node: ast.expr) -> bool:
    """Whether an expression asks TensorFlow which variables there are, or a graph for one of its lists."""
    return any(
        tree.call_role(bindings, one)[0] in (Role.READS_VARIABLES, Role.READS_COLLECTION)
        or isinstance(one, ast.Attribute)
        and one.attr in ("get_collection", "get_collection_ref", "_collections")
        for one in nodes_of(node)
    )


def _keys(root: ast.AST) -> Iterator[ast.expr]:
    """What stands as a key of something."""
    for node in nodes_of(root):
        if isinstance(node, ast.Subscript):
            yield node.slice
        elif isinstance(node, ast.Dict):
            yield from (key for key in node.keys if key is not None)
        elif isinstance(node, ast.DictComp):
            yield node.key


def _searched(root: ast.AST) -> Iterator[ast.expr]:
    """What a list is searched for, by methods that compare."""
    for node in nodes_of(root):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield from node.args if node.func.attr in ("count", "index", "remove") else ()


def compares_elements(tree: Tree, function: Function) -> bool:
    """Whether a function compares elements of what it holds with each other, or one that it calls does."""
    bodies = (one.node for one in tree.called(function))
    return any(_compares_elements(body) for body in bodies if isinstance(body, ast.FunctionDef))


def _compares_elements(function: ast.FunctionDef) -> bool:
    """`assert v == var`, where both are variables in pairs that a loop goes through."""
    elements = {
        name.id
        for node in nodes_of(function)
        for target in _given_elements(node)
        for name in nodes_of(target)
        if isinstance(name, ast.Name)
    }
    pairs = ((node.left, node.comparators) for node in nodes_of(function) if _is_equality(node))
    return any(
        all(isinstance(side, ast.Name) and side.id in elements for side in (left, *others))
        for left, others in pairs
    )


def _given_elements(node: ast.AST) -> Iterator[ast.expr]:
    """The targets that a node gives elements of something."""
    if isinstance(node, (ast.For, ast.comprehension)):
        yield node.target
    elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Subscript):
        yield from node.targets


def _is_equality(node: ast.AST) -> TypeGuard[ast.Compare]:
    return isinstance(node, ast.Compare) and all(isinstance(op, (ast.Eq, ast.NotEq)) for op in node.ops)


def _compared(function: ast.AST) -> Iterator[ast.expr]:
    """Both sides of each comparison, but of those with `None`, which no tensor equals in TF 2 either."""
    for node in nodes_of(function):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.Eq, ast.NotEq, ast.In, ast.NotIn)):
            sides = [node.left, *node.comparators]
            if not any(isinstance(side, ast.Constant) and side.value is None for side in sides):
                yield from sides
