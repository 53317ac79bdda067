"""Methods of ordinary objects, which a block hands its session to as it does to functions."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping

from migrate.model.bindings import Bindings
from migrate.model.driver import Point
from migrate.model.kinds import Kind
from migrate.model.nodes import nodes_of

from .definitions import Function
from .tree import Tree


def method_called(
    tree: Tree,
    bindings: Bindings,
    called: ast.expr,
    env: Mapping[str, frozenset[Point]],
    known: Mapping[ast.AST, Function],
) -> Function | None:
    """The method that `memory.batch` surely is, of an object that builds nothing and opens no session.

    Args:
      tree: all modules.
      bindings: those of the module that the call stands in.
      called: what is called.
      env: what reaches the call.
      known: the methods that are known to be called on such objects, which call others on `self`.
    """
    if not (isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name)):
        return None
    name = called.value.id
    makers = [source for source in env.get(name, ()) if name in source.defines or _is_method(source, known)]
    owners = [_owner(tree, bindings, maker, name, known) for maker in makers]
    owner = owners[0] if owners else None
    if owner is None or any(one is None or one.node is not owner.node for one in owners):
        return None
    if owner.node in tree.object_drivers or owner.node in tree.takers or not tree.is_plain(owner):
        return None
    method = tree.method(owner, called.attr)
    other = known[method.node].owner if method is not None and method.node in known else None
    return method if other is None or other.node is owner.node else None  # what it calls may be others'


def _owner(
    tree: Tree,
    bindings: Bindings,
    maker: Point,
    name: str,
    known: Mapping[ast.AST, Function],
) -> Function | None:
    """The class of the object that a statement makes and calls by a name, or whose method has that name."""
    if isinstance(maker.node, ast.FunctionDef) and maker.node in known:
        return known[maker.node].owner if _is_first(maker.node, name) else None
    made = maker.node.value if isinstance(maker.node, ast.Assign) else None
    is_one = maker.kind is Kind.HOST and len(maker.made) == 1 and isinstance(made, ast.Call)
    return tree.class_of(bindings, made.func) if is_one and isinstance(made, ast.Call) else None


def _is_method(source: Point, known: Collection[ast.AST]) -> bool:
    return isinstance(source.node, ast.FunctionDef) and source.node in known


def _is_first(method: ast.FunctionDef, name: str) -> bool:
    """Whether a name is that of a method's object, and of nothing else in it."""
    first = [*method.args.posonlyargs, *method.args.args][:1]
    names = (node for node in nodes_of(method) if isinstance(node, ast.Name) and node.id == name)
    return any(one.arg == name for one in first) and all(isinstance(node.ctx, ast.Load) for node in names)
