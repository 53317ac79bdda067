"""Calls that run a session, as their text has it."""

from __future__ import annotations

import ast

from .arguments import argument_of


def run_session(call: ast.Call, *, gives_int: bool) -> ast.expr | None:
    """The session of `session.run(…)`, or of `tf.train.global_step(session, step)`, which `gives_int`."""
    if not gives_int:
        return call.func.value if isinstance(call.func, ast.Attribute) else None
    return argument_of(call, 0, "sess")
