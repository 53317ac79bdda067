"""Savers that are given a variable that counts the steps: they read it, and it is run where it stands.

`saver.save(sess, path, global_step=step)` becomes `saver.save(sess, path, global_step=sess.run(step))`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from migrate.model.driver import Point
from migrate.model.edit import Code, FileEdits, Replacement
from migrate.model.kinds import Kind
from migrate.syntax.arguments import argument_of
from migrate.syntax.savers import is_saving

from .program import Form, Program


def with_steps_run(program: Program) -> Form:
    """The form of a program in which savers are given numbers of steps."""
    edits: list[tuple[Path, FileEdits]] = []
    told: list[tuple[Path, ast.AST, str]] = []
    for driver in (one.driver for facts in program.facts for one in facts.drivers):
        for point in driver.points:
            for session, step in _counted(point):
                code = Code(f"{ast.unparse(session)}.run({ast.unparse(step)})")
                path = driver.path_of(step)
                edits.append((path, FileEdits((Replacement(step, code),))))
                told.append((path, step, "what counts the steps for a saver, which is run for it"))
    return Form(edits, told)


def _counted(point: Point) -> Iterator[tuple[ast.Name, ast.Name]]:
    """The sessions in which a statement saves, and the variables that it says to count the steps."""
    for call in (one for one in point.calls if is_saving(point, one)):
        session, step = argument_of(call, 0, "sess"), argument_of(call, 2, "global_step")
        is_saved = isinstance(call.func, ast.Attribute) and call.func.attr == "save"
        if is_saved and isinstance(session, ast.Name) and isinstance(step, ast.Name):
            sources = point.uses.get(step.id, frozenset())
            if sources and all(one.kind is Kind.STATE for one in sources):
                yield session, step
