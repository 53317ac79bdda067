"""A graph that is made and entered around all that is built: what is inside stands without it.

`with tf.Graph().as_default(): main()` becomes `main()`, where no other code of the process makes a graph,
and where this runs once. What builds in the default graph beside it is seen there by the plan.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
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
    looks = {look for one in program.facts for look, _ in one.looks}
    instead: dict[ast.stmt, Sequence[Piece]] = {}
    told: list[tuple[Path, ast.AST, str]] = []
    for bindings, block in program.blocks():
        running = [part for part in parts if bindings in part]
        for node in block.body:
            if running and all(_is_only_graph(node, block, part, bindings, looks) for part in running):
                assert isinstance(node, ast.With)
                instead[node] = (Around(node, tuple(map(Kept, node.body)), frozenset({0})),)
                told.append(
                    (bindings.module.path, node, "a graph that is entered around all: the default one")
                )
    return Form(list(program.laid_out(instead)), told)


def _is_only_graph(
    node: ast.stmt, block: Block, part: Sequence[Bindings], bindings: Bindings, looks: Collection[ast.Call]
) -> bool:
    """Whether a statement of a block enters the one graph that the modules of a process make, once.

    The default graph that nothing is built in may be begun anew before it.
    """
    before = [one.value for one in block.body[: block.body.index(node)] if isinstance(one, ast.Expr)]
    made = [
        call
        for one in part
        for call in calls_in(one.module.tree)
        if _makes_graph(one, call) and not (call in before and bindings.tensorflow(call.func) == _RESET)
    ]
    return len(made) == 1 and _enters(node, made, looks) and _is_once(part, bindings, node)


def _makes_graph(bindings: Bindings, call: ast.Call) -> bool:
    """Whether a call makes a graph, or begins another default one."""
    symbol = bindings.tensorflow(call.func)
    return symbol is not None and role_of(symbol) is Role.GRAPH


def _enters(node: ast.AST, made: Collection[ast.AST], looks: Collection[ast.Call]) -> bool:
    """Whether a statement only enters the graph that it makes itself, outside of what builds there."""
    item = node.items[0] if isinstance(node, ast.With) and len(node.items) == 1 else None
    call = item.context_expr if item is not None and item.optional_vars is None else None
    function = call.func if isinstance(call, ast.Call) else None
    return call in looks and isinstance(function, ast.Attribute) and function.value in made


def _is_once(part: Sequence[Bindings], bindings: Bindings, node: ast.stmt) -> bool:
    """Whether a statement runs once at most in a process."""
    every = (one for one in nodes_of(bindings.module.tree) if one is not node)
    around = [one for one in every if node in nodes_of(one)]
    functions = (one for one in around if isinstance(one, ast.FunctionDef))
    loops = any(isinstance(one, (ast.For, ast.While)) for one in around)
    return not loops and all(runs_once(function, part) for function in functions)
