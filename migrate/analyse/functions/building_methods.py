"""Which method of a class is the block that builds its graph: `__init__`, or those that do both.

A class may keep its settings in `__init__`, and build, open the session and train in one call of `fit`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from migrate.model.bindings import Bindings
from migrate.model.kinds import Role
from migrate.model.nodes import nodes_of
from migrate.syntax.closure import closure

from ..names.definitions import Function
from ..program.object_attributes import methods_of, opens_session
from ..program.tree import Tree
from .session_functions import is_of_object


def building_methods(tree: Tree, bindings: Bindings, owner: ast.ClassDef) -> tuple[ast.FunctionDef, ...]:
    """The methods that open the sessions of a class and build all of their graphs; none if others do, too.

    Nothing of what one sets is seen by a method that it does not call, so that each call of one starts anew.
    """
    opening = [method for method in methods_of(owner) if opens_session(bindings, method)]
    if any(method.name == "__init__" for method in opening) or _uses_object_itself(owner):
        return ()
    inside = {method: _inside(tree, bindings, owner, method) for method in opening}
    others = [one for one in methods_of(owner) if not any(one in every for every in inside.values())]
    used = tree.used_names | {"__init__"}  # which making an object calls
    called = (_of(bindings, owner, other) for other in others if other.name in used)
    builds = any(tree.summary(one).roles - {Role.HOST} for one in called)
    is_each = all(_is_whole(tree, bindings, owner, method, inside) for method in opening)
    return tuple(opening) if is_each and not builds else ()


def _inside(
    tree: Tree, bindings: Bindings, owner: ast.ClassDef, method: ast.FunctionDef
) -> list[ast.FunctionDef]:
    """A method, and those of its class that it calls."""
    reached = [one.node for one in tree.reached(_of(bindings, owner, method))]
    return [one for one in methods_of(owner) if one in reached]


def _is_whole(
    tree: Tree,
    bindings: Bindings,
    owner: ast.ClassDef,
    method: ast.FunctionDef,
    every: Mapping[ast.FunctionDef, Sequence[ast.FunctionDef]],
) -> bool:
    """Whether a method starts anew, and leaves nothing behind; `every` are such, with what they call.

    Of what these call together, nothing may run a session: each has steps of its own.
    """
    inside = every[method]
    others = [one for one in methods_of(owner) if one not in inside]
    if any(method in _inside(tree, bindings, owner, other) for other in others):
        return False
    set_here = _names(inside, ast.Store)
    for other in others:
        starting = [one for one in every if other in every[one]]
        is_set_anew = bool(starting) and all(
            name in _names(every[one], ast.Store)
            for one in starting
            for name in _names([other], ast.Load, ast.Store) & set_here
        )
        if _names([other], ast.Load, ast.Store) & set_here and not is_set_anew:
            return False
    shared = [one for one in inside for another in every if another is not method and one in every[another]]
    if any(
        isinstance(node, ast.Attribute) and node.attr in _RUNNING for one in shared for node in nodes_of(one)
    ):
        return False
    own = {one.name: one for one in inside}
    return all(_sets(method, name, own) for name in set_here & _names(inside, ast.Load))


_RUNNING = ("run", "eval", "restore", "save")


def _of(bindings: Bindings, owner: ast.ClassDef, method: ast.FunctionDef) -> Function:
    return Function(bindings, method, Function(bindings, owner))


def _uses_object_itself(owner: ast.ClassDef) -> bool:
    """Whether the object is more in its class than what has attributes, or sets those that its class has."""
    plain = {
        id(node.value)
        for node in nodes_of(owner)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
    }
    return any(
        isinstance(node, ast.Name) and node.id == "self" and id(node) not in plain for node in nodes_of(owner)
    )


def _names(methods: Sequence[ast.AST], *contexts: type[ast.expr_context]) -> frozenset[str]:
    """The attributes of the object that some methods read or set."""
    names = (node for method in methods for node in nodes_of(method) if isinstance(node, ast.Name))
    return frozenset(
        name.id for name in names if name.id.startswith("self.") and isinstance(name.ctx, contexts)
    )


def _sets(method: ast.FunctionDef, name: str, own: Mapping[str, ast.FunctionDef]) -> bool:
    """Whether a method first of all gives an attribute a value, by itself or by a method that it calls.

    Otherwise a second call may find what the first one has set, a variable of another session perhaps.
    """
    for statement in _straight(method.body):
        is_named = name in _names([statement], ast.Load, ast.Store)
        using = [one for one in _called(statement, own) if _names_it(one, name, own)]
        if is_named:
            is_set = isinstance(statement, ast.Assign) and name not in _names([statement], ast.Load)
            return is_set and not using
        if using:
            return len(using) == 1 and _is_simple(statement) and _sets(using[0], name, own)
    return False


def _called(node: ast.AST, own: Mapping[str, ast.FunctionDef]) -> Iterator[ast.FunctionDef]:
    """The methods of the object that some code calls."""
    for inner in nodes_of(node):
        if isinstance(inner, ast.Attribute) and is_of_object(inner) and inner.attr in own:
            yield own[inner.attr]


def _names_it(method: ast.FunctionDef, name: str, own: Mapping[str, ast.FunctionDef]) -> bool:
    """Whether a method, or one that it calls, reads or sets an attribute."""
    every = closure([method], lambda current: _called(current, own))
    return any(name in _names([current], ast.Load, ast.Store) for current in every)


def _straight(body: Sequence[ast.stmt]) -> Iterator[ast.stmt | ast.expr]:
    """The statements that surely run, in their order, and what `with` opens among them."""
    for statement in body:
        if isinstance(statement, ast.With):
            yield from (item.context_expr for item in statement.items)
            yield from _straight(statement.body)
        else:
            yield statement


def _is_simple(statement: ast.AST) -> bool:
    """Whether all of a statement runs."""
    branching = (ast.BoolOp, ast.IfExp, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    return isinstance(statement, (ast.Assign, ast.Expr, ast.Return)) and not any(
        isinstance(node, branching) for node in nodes_of(statement)
    )
