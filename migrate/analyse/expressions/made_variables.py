"""What layers, cells and optimizers tell of the variables that they make when they are called or applied."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from migrate.model.bindings import Bindings
from migrate.model.driver import Point
from migrate.model.kinds import GRAPH_VALUES, Context, Kind, Role
from migrate.model.nodes import nodes_of
from migrate.syntax.slots import SLOT_METHODS

from ..names.bindings import parameters
from ..names.uses import Environment, root_name
from ..vocabulary import MADE_ATTRIBUTES


def asks_made(
    bindings: Bindings, roots: Iterable[ast.AST], env: Environment, *, lists_all: bool
) -> frozenset[Role]:
    """Whether code of a block asks a layer for the variables that it has made, or an optimizer for its slots.

    In a program that `lists_all` variables, optimizers are made by each step that needs them.
    What loops and comprehensions go through has no name in the block: all that they name may hold it.
    """
    nodes = [node for root in roots for node in nodes_of(root)]
    found = set[Role]()
    for asked, role in _asked(bindings, nodes):
        name = root_name(asked)
        names = {name} if name in env else {one.id for one in nodes if isinstance(one, ast.Name)}
        sources = (source for one in names for source in env.get(one or "", ()))
        if any(
            source.kind in GRAPH_VALUES and not source.made and (lists_all or not _is_shared(source))
            for source in sources
        ):
            found.add(role)
    return frozenset(found)


def _is_shared(source: Point) -> bool:
    """Whether it is an optimizer of Python values alone: made once, before all steps, it knows its slots."""
    in_graph = any(one.kind in GRAPH_VALUES for one in source.sources)
    plain = source.is_straight and all({*one.contexts} <= {Context.LIFECYCLE} for one in source.parents)
    return source.kind is Kind.OPTIMIZER and plain and not in_graph


def asks_parameter(bindings: Bindings, function: ast.AST) -> frozenset[Role]:
    """Whether a function asks one of its arguments for the variables that this has made."""
    if not isinstance(function, (ast.FunctionDef, ast.Lambda)):
        return frozenset()
    own = set(parameters(function))
    asked = _asked(bindings, nodes_of(function))
    return frozenset(role for node, role in asked if root_name(node) in own)


def _asked(bindings: Bindings, nodes: Iterable[ast.AST]) -> Iterator[tuple[ast.Attribute, Role]]:
    nodes = list(nodes)
    called = {node.func for node in nodes if isinstance(node, ast.Call)}
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and node not in bindings.dotted:
            is_own = isinstance(node.value, ast.Name) and node.value.id == "self"
            if node.attr in SLOT_METHODS and node in called:
                yield node, Role.READS_SLOTS
            elif node.attr in MADE_ATTRIBUTES and not is_own:
                yield node, Role.READS_MADE
