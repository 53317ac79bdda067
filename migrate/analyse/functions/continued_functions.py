"""Functions in which a block goes on: it hands them parts of its graph once, and they build more of it."""

from __future__ import annotations

import ast

from migrate.model.bindings import Bindings
from migrate.model.driver import Continued, Point
from migrate.model.kinds import GRAPH_VALUES, MAKING_VARIABLES, Context, Kind, Role
from migrate.syntax.own_names import own_names

from ..names.definitions import Function
from ..names.uses import Environment, names_of
from ..program.tree import Tree
from .session_functions import Call, is_rebound


def going_on(
    tree: Tree, bindings: Bindings, owner: ast.AST, call: Call, at: Point, env: Environment
) -> Continued | None:
    """The function of the module that a statement calls, if it goes on with a block that stands in `owner`.

    It is called once, where the session is open, or opens it itself. What it is handed of the graph has the
    same name there, and no name means one thing in the block and another in it.
    """
    function = call.function
    is_own = bindings.functions.get(function.name) is function and call.bindings is bindings
    is_alone = getattr(at.node, "value", None) is call.node and not call.gives_feed
    is_straight = at.is_straight and all({*one.contexts} <= {Context.LIFECYCLE} for one in at.parents)
    if not (is_own and is_alone and is_straight) or call.spread:
        return None
    named = [node for _, node in tree.references(Function(bindings, function))]
    if named != [call.node.func] or not tree.summary(Function(bindings, function)).roles & _BUILDING:
        return None
    kinds = {name: _kinds(value, env) for name, value in call.passed.items()}
    same = {name for name, value in call.passed.items() if isinstance(value, ast.Name) and value.id == name}
    sessions = {name for name, found in kinds.items() if found == {Kind.SESSION}}
    special = {name for name, found in kinds.items() if found - _PYTHON}
    followed = special <= same | sessions and not any(found & _STRANGE for found in kinds.values())
    if not followed or is_rebound(tree, call, same | sessions):
        return None
    taken = own_names(owner) if isinstance(owner, ast.FunctionDef) else frozenset[str]()
    if (own_names(function) - same - sessions) & (taken | bindings.bound):
        return None
    going = {name for name, found in kinds.items() if found & _GOING}
    handed = {name: call.arguments[name] for name in sorted(going)}
    return Continued(function, (call.node,), handed, frozenset(same))


_BUILDING = MAKING_VARIABLES | {Role.PLACEHOLDER}
_PYTHON = frozenset({Kind.HOST, Kind.HEADER, Kind.RUN})
# What is not followed from a block to another under one name.
_STRANGE = frozenset({Kind.GRAPH, Kind.CONFIG, Kind.FEED, Kind.DATA, Kind.ALIAS, Kind.SAVER})
# What is no argument any more: parts of the graph are built in the function then.
_GOING = GRAPH_VALUES | {Kind.SESSION, Kind.INITIALIZER}


def _kinds(value: ast.expr, env: Environment) -> frozenset[Kind]:
    sources = (source for name in names_of(value) for source in env.get(name.id, ()))
    return frozenset(Kind.GRAPH if source.is_graph else source.kind for source in sources)
