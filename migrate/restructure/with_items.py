"""`with` statements that open a session among other things: one inside of the other.

`with tf.Session() as sess, open(path) as file:` becomes two, so that the session's can go.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

import libcst as cst

from migrate.analyse.vocabulary import role_of
from migrate.model.bindings import Bindings
from migrate.model.facts import ModuleFacts
from migrate.model.kinds import Role
from migrate.model.nodes import nodes_of
from migrate.model.source import Module

from .changed import Told, changed


def with_nested_items(unit: Sequence[ModuleFacts]) -> Sequence[Module] | None:
    """The modules of a unit, with such statements one inside of the other; None where there are none."""
    nested = {one.bindings.module.path: _nested(one.bindings) for one in unit}
    if not any(nested.values()):
        return None
    return [nested[one.bindings.module.path] or one.bindings.module for one in unit]


def _nested(bindings: Bindings) -> Module | None:
    every = (node for node in nodes_of(bindings.module.tree) if isinstance(node, ast.With))
    opening = [node for node in every if _opens_among(bindings, node)]
    if not opening:
        return None
    wrapper = cst.MetadataWrapper(cst.parse_module(bindings.module.code), unsafe_skip_copy=True)
    places = wrapper.resolve(cst.metadata.PositionProvider)
    path, lines = bindings.module.path, {node.lineno for node in opening}
    told = [Told(path, node, "what is opened beside a session, in a `with` of its own") for node in opening]
    return changed(bindings.module, wrapper.module.visit(_Nesting(places, lines)).bytes, told)


def _opens_among(bindings: Bindings, node: ast.With) -> bool:
    """Whether a statement opens a session, and enters something that Python made."""
    calls = [item.context_expr for item in node.items if isinstance(item.context_expr, ast.Call)]
    symbols = [bindings.tensorflow(call.func) for call in calls]
    opens = any(symbol is not None and role_of(symbol) is Role.SESSION for symbol in symbols)
    return opens and len(node.items) > 1 and any(symbol is None for symbol in symbols)


class _Nesting(cst.CSTTransformer):
    """Puts the items of some `with` statements, by their lines, one inside of the other."""

    def __init__(self, places: Any, lines: set[int]) -> None:
        super().__init__()
        self._places = places
        self._lines = lines

    def leave_With(self, original_node: cst.With, updated_node: cst.With) -> cst.With:
        first, *others = updated_node.items
        if not others or self._places[original_node].start.line not in self._lines:
            return updated_node
        plain = [one.with_changes(comma=cst.MaybeSentinel.DEFAULT) for one in (first, *others)]
        inner: cst.BaseSuite = updated_node.body
        for item in reversed(plain[1:]):
            inner = cst.IndentedBlock([cst.With([item], inner)])
        return updated_node.with_changes(
            items=plain[:1],
            body=inner,
            lpar=cst.MaybeSentinel.DEFAULT,
            rpar=cst.MaybeSentinel.DEFAULT,
        )
