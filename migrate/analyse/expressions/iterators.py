"""Functions of the program's own that give iterators over data sets."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.bindings import Bindings
from migrate.model.kinds import Role
from migrate.model.nodes import nodes_of

from ..names.definitions import Function
from ..program.tree import Tree

_MAKING = frozenset({"make_initializable_iterator", "make_one_shot_iterator"})
_TAKING = frozenset({"get_next", "get_next_as_optional", "string_handle"})


def gives_iterator(
    tree: Tree, bindings: Bindings, statement: ast.stmt, functions: Sequence[Function]
) -> bool:
    """Whether a statement gives a name to what a function makes, an iterator that nothing was taken of.

    `functions` are all that it calls. A function that takes the elements, too, belongs to a step.
    """
    call = statement.value if isinstance(statement, ast.Assign) else None
    if not isinstance(call, ast.Call) or tree.class_of(bindings, call.func) is not None:
        return False
    constructions = [role for one in functions for role in _inputs(tree, one)]
    return bool(constructions) and all(constructions)


def _inputs(tree: Tree, function: Function) -> Iterator[bool]:
    """For each use of an input in the text of a function, whether it only makes an iterator."""
    for node in nodes_of(function.node):
        if isinstance(node, ast.Attribute) and node.attr in _TAKING:
            yield False
        elif isinstance(node, ast.Call) and tree.call_role(function.bindings, node)[0] is Role.INPUT:
            yield isinstance(node.func, ast.Attribute) and node.func.attr in _MAKING
