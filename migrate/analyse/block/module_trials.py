"""Blocks that try a module out: they build a graph where the module is run by itself, and open no session."""

from __future__ import annotations

import ast
from collections.abc import Callable

from migrate.model.bindings import Bindings
from migrate.model.kinds import Role
from migrate.model.nodes import nodes_of
from migrate.syntax.closure import closure
from migrate.syntax.guards import main_guards

from ..names.definitions import Function
from ..program.tree import Tree

# What is rewritten for steps, and is not of a graph then.
_OF_STEPS = frozenset({Role.DATA, Role.INPUT, Role.SAVER, Role.WRITER})


def trial_of(tree: Tree, bindings: Bindings, opens_session: Callable[[Bindings], bool]) -> ast.If | None:
    """The block that only runs where a module is the program, if a graph may be built for it alone.

    That holds where neither the module nor what it imports opens a session, so that none of their functions
    becomes a part of a step, and where nothing in it reads input.
    """
    guards = main_guards(bindings.module.tree)
    if len(guards) != 1:
        return None
    (block,) = guards
    if any(opens_session(one) for one in closure([bindings], tree.imported, lambda one: one.module.path)):
        return None
    roles = {tree.call_role(bindings, node)[0] for node in nodes_of(block)}
    for node in nodes_of(block):
        function = tree.function(bindings, node.func) if isinstance(node, ast.Call) else None
        if function is not None:
            roles |= tree.summary(Function(function.bindings, function.node)).roles
    return None if roles & _OF_STEPS else block
