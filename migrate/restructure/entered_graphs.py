"""A graph that is made and entered around all that is built: what is inside stands without it.

`with tf.Graph().as_default(): main()` becomes `main()`, where no other code of the program makes a graph, and
where this runs once. What builds in the default graph beside it is seen there by the plan.
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
from migrate.plan.legality.run_once import runs_once

from .changed import Told, changed


def without_entered_graph(unit: Sequence[ModuleFacts]) -> Sequence[Module] | None:
    """The modules of a unit without the one such statement; None where there are others, or none."""
    modules = [one.bindings for one in unit]
    made = [node for one in modules for node in nodes_of(one.module.tree) if _makes_graph(one, node)]
    looks = {look for one in unit for look, _ in one.looks}
    home, entering = next(
        ((one, node) for one in modules for node in nodes_of(one.module.tree) if _enters(node, made, looks)),
        (None, None),
    )
    if len(made) != 1 or home is None or not isinstance(entering, ast.With):
        return None
    around = [
        node for node in nodes_of(home.module.tree) if entering in nodes_of(node) and node is not entering
    ]
    functions = [node for node in around if isinstance(node, ast.FunctionDef)]
    loops = any(isinstance(node, (ast.For, ast.While, ast.Lambda)) for node in around)
    if loops or not all(runs_once(function, modules) for function in functions):
        return None
    wrapper = cst.MetadataWrapper(cst.parse_module(home.module.code), unsafe_skip_copy=True)
    places = wrapper.resolve(cst.metadata.PositionProvider)
    told = [Told(home.module.path, entering, "a graph that is entered around all: the default one")]
    code = wrapper.module.visit(_Leaving(places, entering.lineno)).bytes
    return [changed(one.module, code, told) if one is home else one.module for one in modules]


def _makes_graph(bindings: Bindings, node: ast.AST) -> bool:
    """Whether a call makes a graph, or begins another default one."""
    symbol = bindings.tensorflow(node.func) if isinstance(node, ast.Call) else None
    return symbol is not None and role_of(symbol) is Role.GRAPH


def _enters(node: ast.AST, made: Sequence[ast.AST], looks: set[ast.Call]) -> bool:
    """Whether a statement only enters the graph that it makes itself, outside of what builds there."""
    item = node.items[0] if isinstance(node, ast.With) and len(node.items) == 1 else None
    call = item.context_expr if item is not None and item.optional_vars is None else None
    function = call.func if isinstance(call, ast.Call) else None
    return call in looks and isinstance(function, ast.Attribute) and function.value in made


class _Leaving(cst.CSTTransformer):
    """Puts what is inside of one `with` statement, by its line, in the place of that."""

    def __init__(self, places: Any, line: int) -> None:
        super().__init__()
        self._places = places
        self._line = line

    def leave_With(self, original_node: cst.With, updated_node: cst.With) -> Any:
        body = updated_node.body
        if self._places[original_node].start.line != self._line or not isinstance(body, cst.IndentedBlock):
            return updated_node
        first, *others = body.body
        comments = [cst.EmptyLine(comment=body.header.comment)] if body.header.comment else []
        above: list[Any] = [*updated_node.leading_lines, *comments, *getattr(first, "leading_lines", ())]
        ending = [line for line in body.footer if line.comment]
        if ending and others:  # comments at the end of the block go above its last statement
            own = getattr(others[-1], "leading_lines", ())
            others[-1] = others[-1].with_changes(leading_lines=[*own, *ending])
        elif ending:
            above += ending
        return cst.FlattenSentinel([first.with_changes(leading_lines=above), *others])
