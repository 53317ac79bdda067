"""The step by which a saver numbers what it saves: it is fetched in front of it, as the saver fetched it.

`saver.save(sess, path, global_step=step)` becomes
`saver.save(sess, path, global_step=tf.train.global_step(sess, step))`: a run like any other.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from migrate.model.bindings import Bindings
from migrate.model.edit import Code, FileEdits, Replacement
from migrate.model.nodes import calls_in
from migrate.model.objects import made_at
from migrate.syntax.arguments import as_keywords

from .program import Form, Program

_SAVER = "tf.train.Saver"
_NAMES = (ast.Name, ast.Attribute)
_PARAMETERS = ("sess", "save_path", "global_step")


def with_steps_fetched(program: Program) -> Form:
    """The form of a program in which no saver is told a part of the graph."""
    edits: list[tuple[Path, FileEdits]] = []
    told: list[tuple[Path, ast.AST, str]] = []
    for bindings in program.modules:
        tensorflow = next(iter(bindings.names_of_tensorflow), None)
        for session, step in _numbered(program, bindings) if tensorflow is not None else ():
            run = Code(f"{tensorflow}.train.global_step({ast.unparse(session)}, {ast.unparse(step)})")
            edits.append((bindings.module.path, FileEdits((Replacement(step, run),))))
            told.append((bindings.module.path, step, "the step that a saver is told: fetched in front of it"))
    return Form(edits, told)


def _numbered(program: Program, bindings: Bindings) -> Iterator[tuple[ast.expr, ast.expr]]:
    """The sessions and steps that savers are told, where these are parts of the graph."""
    for call in calls_in(bindings.module.tree):
        if not (isinstance(call.func, ast.Attribute) and call.func.attr == "save"):
            continue
        given = {one.arg: one.value for one in as_keywords(call, _PARAMETERS) or ()}
        session, step = given.get("sess"), given.get("global_step")
        is_saver = _makers(program, call.func.value) == {_SAVER}
        if is_saver and isinstance(session, _NAMES) and isinstance(step, _NAMES):
            symbols = _makers(program, step)
            if symbols and "" not in symbols:
                yield session, step


def _makers(program: Program, expression: ast.expr) -> set[str]:
    """The names of TensorFlow's functions that make what an expression gives; of anything else, no name."""
    nodes = [node for one in program.effects.given(expression) for node in (*made_at(one),) or (None,)]
    functions = [node.func if isinstance(node, ast.Call) else None for node in nodes]
    return {
        next((symbol for one in program.modules if function and (symbol := one.tensorflow(function))), "")
        for function in functions
    }
