"""A graph that is made and entered around all that is built: what is inside stands without it.

`with tf.Graph().as_default(): main()` becomes `main()`, where no other code of the process makes a graph,
and where this runs once. What builds in the default graph beside it is seen there by the plan.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from migrate.analyse.vocabulary import role_of
from migrate.model.bindings import Bindings
from migrate.model.edit import Around, Kept, Piece
from migrate.model.kinds import Role
from migrate.model.nodes import calls_in, nodes_of
from migrate.plan.legality.run_once import runs_once
from migrate.plan.processes.processes import processes

from .program import Block, Form, Program

_RESET = "tf.reset_default_graph"


def without_entered_graph(program: Program) -> Form:
    """The form without such statements; a program stays as it is where it makes other graphs, too.

    Programs of one unit run in processes of their own. What several of them run has to be so in each.
    """
    modules = {one.module.path: one for one in program.modules}
    parts = [
        [modules[one.bindings.module.path] for one in part] for part in processes(program.facts, chosen=True)
    ]
    making = [[(one, call) for one in part for call in _making_graphs(one)] for part in parts]
    looks = {look for one in program.facts for look, _ in one.looks}
    instead: dict[ast.stmt, Sequence[Piece]] = {}
    told: list[tuple[Path, ast.AST, str]] = []
    for bindings, block in program.blocks():
        running = [(part, made) for part, made in zip(parts, making, strict=True) if bindings in part]
        for node in block.body if running else ():
            graph = _entered(node, looks)
            if graph is None or any(_others(node, graph, block, made) for _, made in running):
                continue
            if all(_is_once(part, bindings, node) for part, _ in running):
                assert isinstance(node, ast.With)
                instead[node] = (Around(node, tuple(map(Kept, node.body)), frozenset({0})),)
                told.append(
                    (bindings.module.path, node, "a graph that is entered around all: the default one")
                )
    return Form(list(program.laid_out(instead)), told)


def _making_graphs(bindings: Bindings) -> Iterator[ast.Call]:
    """The calls of a module that make a graph, or begin another default one."""
    for call in calls_in(bindings.module.tree):
        symbol = bindings.tensorflow(call.func)
        if symbol is not None and role_of(symbol) is Role.GRAPH:
            yield call


def _entered(node: ast.stmt, looks: Collection[ast.Call]) -> ast.expr | None:
    """What a statement enters as a graph, and does nothing else, outside of what builds there."""
    item = node.items[0] if isinstance(node, ast.With) and len(node.items) == 1 else None
    call = item.context_expr if item is not None and item.optional_vars is None else None
    function = call.func if isinstance(call, ast.Call) and call in looks else None
    return function.value if isinstance(function, ast.Attribute) else None


def _others(
    node: ast.stmt, graph: ast.expr, block: Block, made: Collection[tuple[Bindings, ast.Call]]
) -> bool:
    """Whether a process makes other graphs than the one that a statement of a block makes, or not that.

    The default graph that nothing is built in may be begun anew before it.
    """
    before = {one.value for one in block.body[: block.body.index(node)] if isinstance(one, ast.Expr)}
    rest = [call for one, call in made if not (call in before and one.tensorflow(call.func) == _RESET)]
    return rest != [graph]


def _is_once(part: Sequence[Bindings], bindings: Bindings, node: ast.stmt) -> bool:
    """Whether a statement runs once at most in a process."""
    every = (one for one in nodes_of(bindings.module.tree) if one is not node)
    around = [one for one in every if node in nodes_of(one)]
    functions = (one for one in around if isinstance(one, ast.FunctionDef))
    loops = any(isinstance(one, (ast.For, ast.While)) for one in around)
    return not loops and all(runs_once(function, part) for function in functions)
