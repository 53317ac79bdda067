"""A graph that is made and entered around all that is built: what is inside stands without it.

`with tf.Graph().as_default(): main()` becomes `main()`, where no other code of the program makes a graph, and
where this runs once. What builds in the default graph beside it is seen there by the plan.
"""

from __future__ import annotations

import ast
from collections.abc import Collection

from migrate.analyse.vocabulary import role_of
from migrate.model.bindings import Bindings
from migrate.model.edit import Around, Kept
from migrate.model.kinds import Role
from migrate.model.nodes import calls_in, nodes_of
from migrate.plan.legality.run_once import runs_once

from .program import Form, Program


def without_entered_graph(program: Program) -> Form:
    """The form of a program without the one such statement; its own where there are others, or none."""
    made = [call for one in program.modules for call in calls_in(one.module.tree) if _makes_graph(one, call)]
    looks = {look for one in program.facts for look, _ in one.looks}
    for bindings, block in program.blocks():
        for node in block.body:
            if len(made) == 1 and _enters(node, made, looks) and _is_once(program, bindings, node):
                assert isinstance(node, ast.With)
                inside = Around(node, tuple(map(Kept, node.body)), frozenset({0}))
                told = "a graph that is entered around all: the default one"
                return Form(list(program.laid_out({node: (inside,)})), [(bindings.module.path, node, told)])
    return Form((), ())


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


def _is_once(program: Program, bindings: Bindings, node: ast.stmt) -> bool:
    """Whether a statement runs once at most in a run of the program."""
    every = (one for one in nodes_of(bindings.module.tree) if one is not node)
    around = [one for one in every if node in nodes_of(one)]
    functions = (one for one in around if isinstance(one, ast.FunctionDef))
    loops = any(isinstance(one, (ast.For, ast.While)) for one in around)
    return not loops and all(runs_once(function, program.modules) for function in functions)
