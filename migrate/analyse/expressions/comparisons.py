"""Functions that compare what they are passed: a tensor by identity in TF 1, by value in TF 2."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Sequence

from migrate.model.bindings import Bindings
from migrate.model.kinds import Role
from migrate.model.nodes import calls_in, last_name, nodes_of

from ..names.definitions import Function
from ..program.tree import Tree
from .value_kinds import ValueKinds, asks_graph


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


def looks_up_variables(tree: Tree, values: ValueKinds, function: Function) -> bool:
    """Whether a function that lists variables looks them up."""
    if function.node not in tree.looking_up:
        lists = lists_graph(tree.summary(function).roles, function.node)
        tree.looking_up[function.node] = lists and looks_up(values, function.node)
    return tree.looking_up[function.node]


def looks_up(values: ValueKinds, root: ast.AST, without: Collection[ast.AST] = ()) -> bool:
    """Whether some code, `without` some of its nodes, makes keys or sets of tensors, or compares them."""
    found = (one for one in (*_keys(root), *_compared(root), *_searched(root)) if one not in without)
    return any(values.may_be_tensor(one, collected=True) for one in found)


def lists_graph(roles: Collection[Role], root: ast.AST) -> bool:
    """Whether code with some roles asks for variables, or for other collections of a graph."""
    listing = (Role.READS_VARIABLES, Role.READS_COLLECTION, Role.EDITS_COLLECTION)
    return any(one in roles for one in listing) or any(map(asks_graph, nodes_of(root)))


def collects(values: ValueKinds, root: ast.AST) -> bool:
    """Whether some code makes a set of what may be tensors itself."""
    return any(map(values.may_be_tensor, _in_sets(root)))


def _in_sets(root: ast.AST) -> Iterator[ast.expr]:
    for node in nodes_of(root):
        if isinstance(node, ast.Set):
            yield from node.elts
        elif isinstance(node, ast.SetComp):
            yield node.elt
        elif isinstance(node, ast.Call) and last_name(node.func) in ("frozenset", "set"):
            yield from node.args


def _keys(root: ast.AST) -> Iterator[ast.expr]:
    """What stands as a key of something, or in a set."""
    yield from _in_sets(root)
    for node in nodes_of(root):
        if isinstance(node, ast.Subscript):
            yield node.slice
        elif isinstance(node, ast.Dict):
            yield from (key for key in node.keys if key is not None)
        elif isinstance(node, ast.DictComp):
            yield node.key
        elif isinstance(node, ast.Call) and last_name(node.func) == "dict":
            yield from (one for pairs in node.args for one in _firsts(pairs))


def _firsts(pairs: ast.expr) -> Sequence[ast.expr]:
    """What gives the keys of `dict(pairs)`."""
    if isinstance(pairs, (ast.GeneratorExp, ast.ListComp)):
        return pairs.elt.elts[:1] if isinstance(pairs.elt, ast.Tuple) else [pairs.elt]
    return pairs.args[:1] if isinstance(pairs, ast.Call) and last_name(pairs.func) == "zip" else []


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
