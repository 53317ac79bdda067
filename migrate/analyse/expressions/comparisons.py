"""Functions that compare what they are passed: a tensor by identity in TF 1, by value in TF 2."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from migrate.model.bindings import Bindings
from migrate.model.kinds import Role
from migrate.model.nodes import calls_in, nodes_of

from ..names.definitions import Function
from ..program.tree import Tree
from .value_kinds import ValueKinds


def compared_by(
    tree: Tree, bindings: Bindings, functions: Iterable[Function], tensors: Iterable[ast.Name]
) -> Iterator[tuple[ast.Name, Function]]:
    """Those of some names of tensors that some functions compare by a name of theirs, and which does."""
    effects = tree.effects(bindings)
    given = {one: effects.given(one) for one in tensors} if effects.known else {}
    for function in functions if given else ():
        for side in _compared(function.node):
            if isinstance(side, ast.Name):
                found = effects.given(side)
                yield from ((one, function) for one in given if not found.isdisjoint(given[one]))


def compares_tensors(tree: Tree, values: ValueKinds, function: Function) -> bool:
    """Whether a function compares what may be a tensor, wherever that was made."""
    if function.node not in tree.comparing:
        tree.comparing[function.node] = compares_tensors_itself(values, function.node)
    return tree.comparing[function.node]


def compares_tensors_itself(values: ValueKinds, root: ast.AST) -> bool:
    """Whether some code does so itself, by operators or by methods that search a list."""
    return any(map(values.may_be_tensor, (*_compared(root), *_searched(root))))


def looks_up_variables(tree: Tree, function: Function) -> bool:
    """Whether a function looks up the variables that there are, one after the other.

    As keys of a dictionary, or by comparing them.
    """
    if function.node not in tree.looking_up:
        tree.looking_up[function.node] = looks_up(tree, function.bindings, function.node)
    return tree.looking_up[function.node]


def looks_up(tree: Tree, bindings: Bindings, root: ast.AST) -> bool:
    """Whether some code does so itself."""
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
    for node in calls_in(root):
        if isinstance(node.func, ast.Attribute):
            yield from node.args if node.func.attr in ("count", "index", "remove") else ()


def _compared(function: ast.AST) -> Iterator[ast.expr]:
    """Both sides of each comparison, but of those with `None`, which no tensor equals in TF 2 either."""
    for node in nodes_of(function):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.Eq, ast.NotEq, ast.In, ast.NotIn)):
            sides = [node.left, *node.comparators]
            if not any(isinstance(side, ast.Constant) and side.value is None for side in sides):
                yield from sides
