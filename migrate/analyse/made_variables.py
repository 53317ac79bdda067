"""What layers, cells and optimizers tell of the variables that they make when they are called or applied."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from migrate.model.bindings import Bindings
from migrate.model.kinds import GRAPH_VALUES
from migrate.model.nodes import nodes_of

from .bindings import parameters
from .names import Environment, root_name
from .vocabulary import MADE_ATTRIBUTES


def asks_made(bindings: Bindings, roots: Iterable[ast.AST], env: Environment) -> bool:
    """Whether code of a block asks a part of the graph for the variables that it has made.

    What loops and comprehensions go through has no name in the block: all that they name may hold it.
    """
    nodes = [node for root in roots for node in nodes_of(root)]
    for asked in _asked(bindings, nodes):
        name = root_name(asked)
        names = {name} if name in env else {one.id for one in nodes if isinstance(one, ast.Name)}
        sources = (source for one in names for source in env.get(one or "", ()))
        if any(source.kind in GRAPH_VALUES and not source.made for source in sources):
            return True
    return False


def asks_parameter(bindings: Bindings, function: ast.AST) -> bool:
    """Whether a function asks one of its arguments for the variables that this has made."""
    if not isinstance(function, (ast.FunctionDef, ast.Lambda)):
        return False
    own = set(parameters(function))
    return any(root_name(asked) in own for asked in _asked(bindings, nodes_of(function)))


def _asked(bindings: Bindings, nodes: Iterable[ast.AST]) -> Iterator[ast.Attribute]:
    for node in nodes:
        if isinstance(node, ast.Attribute) and node.attr in MADE_ATTRIBUTES and node not in bindings.dotted:
            is_own = isinstance(node.value, ast.Name) and node.value.id == "self"
            if isinstance(node.ctx, ast.Load) and not is_own:
                yield node
